// Every thread that can reach the local variable can reach the memory to which it points. There is no race, because of the join.
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  std::vector<int> numbers(3);
  auto add = [&] {
    std::lock_guard lock(mutex);
    ++numbers[1];
  };
  std::thread one(add), two([] {});
  one.join();
  numbers[1] = 7;
  two.join();
}
