// What a local variable points to can be reached by whoever knows that variable. No race: the join orders.
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
