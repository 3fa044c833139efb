/* A queue with std::thread, std::mutex and std::condition_variable. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex m;
static std::condition_variable filled;
static std::queue<int> items;

static void produce() {
  for (int i = 1; i <= 2; i++) {
    std::lock_guard guard(m);
    items.push(i);
    filled.notify_one();
  }
}

int main() {
  int sum = 0;
  std::thread producer(produce);
  for (int i = 0; i < 2; i++) {
    std::unique_lock lock(m);
    filled.wait(lock, [] { return !items.empty(); });
    sum += items.front();
    items.pop();
  }
  producer.join();
  assert(sum == 3);
}
