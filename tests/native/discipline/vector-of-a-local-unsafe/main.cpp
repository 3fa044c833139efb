// Memory that a local variable points to is reachable for every thread that can reach the variable. No race: the join orders.
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
