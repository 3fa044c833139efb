// A queue of bounded size between two producers and two consumers.
// expect: safe
// wrong: assertion, waits with `if`: another consumer may have taken the item
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Queue {
 public:
  void push(int item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return items_.size() < kMost; });
    items_.push_back(item);
    changed_.notify_all();
  }
  int pop() {
    std::unique_lock lock(mutex_);
#ifdef WRONG
    if (items_.empty()) changed_.wait(lock);
#else
    changed_.wait(lock, [&] { return !items_.empty(); });
#endif
    const int item = items_.front();
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

 private:
  static constexpr std::size_t kMost = 1;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
};

int main() {
  Queue queue;
  int first = 0, second = 0;
  std::thread one([&] { queue.push(1); }), two([&] { queue.push(2); });
  std::thread three([&] { first = queue.pop(); }), four([&] { second = queue.pop(); });
  one.join(), two.join(), three.join(), four.join();
  assert(first + second == 3);
}
