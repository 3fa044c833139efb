// libstdc++'s own messages are reported; an index beyond the end is found in one order only.
// expect: assertion
// says: assertion `__n < this->size()' of the C++ library failed
// leaves out: calls abort()
#include <atomic>
#include <thread>
#include <vector>
std::vector<int> numbers(4);
std::atomic<int> n{3};
int main() {
  std::thread other([] { ++n; });
  numbers[n] = 1;
  other.join();
}
