// A queue of jobs for two workers. push() notifies a worker only if the queue was empty: if two jobs arrive before the
// first worker wakes up, the second one sleeps on. With -DNOTIFY_ALWAYS it notifies for every job.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

template <typename T>
class Queue {
 public:
  void push(T value) {
    std::lock_guard<std::mutex> guard(mutex_);
    items_.push(value);
#ifdef NOTIFY_ALWAYS
    not_empty_.notify_one();
#else
    if (items_.size() == 1) not_empty_.notify_one();
#endif
  }
  T pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    not_empty_.wait(lock, [&] { return !items_.empty(); });
    T value = items_.front();
    items_.pop();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
  std::queue<T> items_;
};

int main() {
  Queue<int> jobs;
  std::thread first([&] { jobs.pop(); });
  std::thread second([&] { jobs.pop(); });
  jobs.push(1);
  jobs.push(2);
  first.join();
  second.join();
}
