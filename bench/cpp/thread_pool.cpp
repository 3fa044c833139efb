// A pool of two threads; tasks return futures.
// expect: safe
// wrong: deadlock, the destructor wakes only one worker
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard guard(mutex_);
      is_closed_ = true;
    }
#ifdef WRONG
    changed_.notify_one();
#else
    changed_.notify_all();
#endif
    for (std::thread& worker : workers_) worker.join();
  }
  template <typename Function>
  auto submit(Function function) {
    auto task = std::make_shared<std::packaged_task<decltype(function())()>>(std::move(function));
    auto result = task->get_future();
    {
      std::lock_guard guard(mutex_);
      tasks_.push([task] { (*task)(); });
    }
    changed_.notify_one();
    return result;
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_closed_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      task();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> tasks_;
  bool is_closed_ = false;
  std::vector<std::thread> workers_;
};

int main() {
  Pool pool(2);
  std::future<int> answer = pool.submit([] { return 42; });
  assert(answer.get() == 42);
}
