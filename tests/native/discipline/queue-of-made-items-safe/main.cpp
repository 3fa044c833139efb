// Items are initialised without a lock before publication, by a thread whose stack others can reach.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

struct Item {
  int number, used = 0;
  explicit Item(int n) : number(n) {}
};

int main() {
  std::mutex mutex;
  std::condition_variable there;
  std::queue<std::unique_ptr<Item>> queue;
  int sum = 0;
  std::thread consumer([&] {
    for (int i = 0; i < 2; ++i) {
      std::unique_lock lock(mutex);
      there.wait(lock, [&] { return !queue.empty(); });
      auto item = std::move(queue.front());
      queue.pop();
      item->used = 1;
      sum += item->number;
    }
  });
  for (int i = 0; i < 2; ++i) {
    auto item = std::make_unique<Item>(i);
    item->used = 2;
    {
      std::lock_guard lock(mutex);
      queue.push(std::move(item));
    }
    there.notify_one();
  }
  consumer.join();
}
