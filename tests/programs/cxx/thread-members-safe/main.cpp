/* Threads that run functions with arguments, members, callable objects and lambdas; detached threads. */
#include <atomic>
#include <cassert>
#include <functional>
#include <thread>
#include <vector>

struct Counter {
  std::atomic<int> count{0};
  void add(int amount) { count += amount; }
  void operator()(int amount) { count += amount; }
};

static void add_to(Counter& counter, int amount) { counter.count += amount; }

int main() {
  static Counter counter;
  assert(std::thread::hardware_concurrency() > 0);
  std::vector<std::thread> threads;
  threads.emplace_back(add_to, std::ref(counter), 1);
  threads.emplace_back(&Counter::add, &counter, 2);
  assert(threads[0].joinable() && threads[0].get_id() != threads[1].get_id());
  for (std::thread& thread : threads) thread.join();
  assert(!threads[0].joinable() && threads[0].get_id() == std::thread::id());
  std::thread moved(std::ref(counter), 4);
  std::thread last = std::move(moved);
  assert(!moved.joinable());
  last.join();
  assert(counter.count == 7);
  std::thread([] { counter.add(8); }).detach();
  std::this_thread::yield();
  assert(counter.count == 7 || counter.count == 15);
}
