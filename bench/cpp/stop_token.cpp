// A worker that its jthread's destructor asks to stop.
// expect: safe
// wrong: deadlock, the wait does not look at the token
#include <condition_variable>
#include <mutex>
#include <queue>
#include <stop_token>
#include <thread>

class Worker {
 public:
  void add(int job) {
    std::lock_guard guard(mutex_);
    jobs_.push(job);
    changed_.notify_one();
  }

 private:
  void run(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
#ifdef WRONG
      changed_.wait(lock, [&] { return !jobs_.empty() || stop.stop_requested(); });
      if (jobs_.empty()) return;
#else
      if (!changed_.wait(lock, stop, [&] { return !jobs_.empty(); })) return;
#endif
      jobs_.pop();
    }
  }
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::queue<int> jobs_;
  std::jthread thread_{[this](std::stop_token stop) { run(stop); }};
};

int main() {
  Worker worker;
  worker.add(1);
}
