// A queue on which consumers wait. -DNOTIFY_ONE wakes only one of them when it is closed.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
template <class T>
class BlockingQueue {
 public:
  void push(T value) {
    {
      std::lock_guard guard(mutex_);
      values_.push_back(std::move(value));
    }
    changed_.notify_one();
  }
  void close() {
    {
      std::lock_guard guard(mutex_);
      closed_ = true;
    }
#ifdef NOTIFY_ONE
    changed_.notify_one();
#else
    changed_.notify_all();
#endif
  }
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !values_.empty(); });
    if (values_.empty()) return std::nullopt;
    std::optional<T> value = std::move(values_.front());
    values_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> values_;
  bool closed_ = false;
};
