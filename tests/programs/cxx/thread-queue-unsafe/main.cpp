/* The consumer waits without a look at the queue: the notification may come first. */
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex m;
static std::condition_variable filled;
static std::queue<int> items;

int main() {
  std::thread producer([] {
    std::lock_guard guard(m);
    items.push(1);
    filled.notify_one();
  });
  std::unique_lock lock(m);
  filled.wait(lock);
  items.pop();
  lock.unlock();
  producer.join();
}
