// A small pool: threads, a mutex, a condition and vectors.
// expect: safe
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; i++) threads_.emplace_back([this] { work(); });
  }
  void add(int job) {
    std::lock_guard guard(mutex_);
    jobs_.push_back(job);
    changed_.notify_one();
  }
  int finish() {
    {
      std::lock_guard guard(mutex_);
      closed_ = true;
      changed_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
    return sum_;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      sum_ += jobs_.back();
      jobs_.pop_back();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> jobs_;
  std::vector<std::thread> threads_;
  bool closed_ = false;
  int sum_ = 0;
};
int main() {
  Pool pool(2);
  pool.add(1);
  pool.add(2);
  assert(pool.finish() == 3);
}
