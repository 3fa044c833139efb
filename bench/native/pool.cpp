// A pool of THREADS workers that take JOBS jobs from a std::deque; each adds to a std::map under the same lock.
//
// Expected: safe; -DNOTIFY_ONE, which wakes only one worker at the end: a deadlock.
// Sizes: THREADS (2), JOBS (3).
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef JOBS
#define JOBS 3
#endif

class Pool {
 public:
  explicit Pool(int size) {
    for (int i = 0; i < size; i++) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard guard(mutex_);
      closed_ = true;
    }
#ifdef NOTIFY_ONE
    changed_.notify_one();
#else
    changed_.notify_all();
#endif
    for (std::thread& thread : threads_) thread.join();
  }
  void add(std::function<void()> job) {
    {
      std::lock_guard guard(mutex_);
      jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  bool closed_ = false;
};

int main() {
  std::mutex mutex;
  std::map<std::string, int> counts;
  {
    Pool pool(THREADS);
    for (int i = 0; i < JOBS; i++)
      pool.add([&, i] {
        std::lock_guard guard(mutex);
        counts[i % 2 ? "odd" : "even"]++;
      });
  }
  assert(counts["odd"] + counts["even"] == JOBS);
}
