// An uninitialised value is not tracked through a call: this is reported.
// expect: unknown
// says: passes an uninitialised value on at never_set_passed.cpp:14
#include <memory>
#include <thread>

int doubled(int x) { return 2 * x; }

int main() {
  auto numbers = std::unique_ptr<int[]>(new int[2]);
  std::thread other([&] { numbers[0] = 1; });
  other.join();
  int result = 0;
  result = doubled(numbers[1]);
  return result == 0;
}
