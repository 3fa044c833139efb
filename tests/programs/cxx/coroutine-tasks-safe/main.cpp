// Coroutines that move to the thread of an executor, where each resumes the one that awaits it.
#include <cassert>
#include <condition_variable>
#include <coroutine>
#include <exception>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>

class Executor {
 public:
  void post(std::coroutine_handle<> handle) {
    std::lock_guard guard(mutex_);
    ready_.push(handle);
    changed_.notify_one();
  }
  void close() {
    std::lock_guard guard(mutex_);
    is_closed_ = true;
#ifndef WRONG
    changed_.notify_all();
#endif
  }
  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_closed_ || !ready_.empty(); });
      if (ready_.empty()) return;
      std::coroutine_handle<> next = ready_.front();
      ready_.pop();
      lock.unlock();
      next.resume();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::coroutine_handle<>> ready_;
  bool is_closed_ = false;
};

Executor executor;

struct MoveToExecutor {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) { executor.post(handle); }
  void await_resume() {}
};

// A task that begins when it is awaited.
class Lazy {
 public:
  struct promise_type {
    std::coroutine_handle<> awaits;
    int result = 0;
    struct Continue {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> handle) noexcept {
        return handle.promise().awaits;
      }
      void await_resume() noexcept {}
    };
    Lazy get_return_object() { return Lazy(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() { return {}; }
    Continue final_suspend() noexcept { return {}; }
    void return_value(int value) { result = value; }
    void unhandled_exception() { std::terminate(); }
  };
  explicit Lazy(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Lazy(Lazy&& other) : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Lazy() {
    if (handle_) handle_.destroy();
  }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaits) {
    handle_.promise().awaits = awaits;
    return handle_;
  }
  int await_resume() { return handle_.promise().result; }

 private:
  std::coroutine_handle<promise_type> handle_;
};

struct Detached {
  struct promise_type {
    Detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

Lazy twice(int n) { co_return 2 * n; }

int sum;

Detached job(int n) {
  co_await MoveToExecutor();
  sum += co_await twice(n);  // only the executor's thread runs this
  co_await MoveToExecutor();
  sum += 1;
}

int main() {
  std::thread runs([] { executor.run(); });
  job(1);
  job(2);
  executor.close();
  runs.join();
  assert(sum <= 8);
}
