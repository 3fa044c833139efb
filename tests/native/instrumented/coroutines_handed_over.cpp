// Coroutines that threads pass to each other: by a join, under a mutex, from await_suspend; tasks that wait for each other, transfer
// to their callers, end with a result or an exception; std::noop_coroutine in two threads.
// compiler: -std=c++20
// expect: safe
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include "coroutine.h"

template <typename Result>
struct Value {
  struct promise_type {
    std::optional<Result> result;
    std::exception_ptr error;
    std::coroutine_handle<> caller = std::noop_coroutine();
    Value get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    auto final_suspend() noexcept {
      struct Back {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept { return self.promise().caller; }
        void await_resume() noexcept {}
      };
      return Back{};
    }
    void return_value(Result value) { result = value; }
    void unhandled_exception() { error = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    handle.promise().caller = caller;
    return handle;
  }
  Result await_resume() {
    auto promise = std::move(handle.promise());
    handle.destroy();
    if (promise.error) std::rethrow_exception(promise.error);
    return *promise.result;
  }
};

// The other thread resumes the coroutine that this one has suspended.
static std::mutex mutex;
static std::condition_variable ready;
static std::coroutine_handle<> waiting;
struct HandOver {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> self) {
    std::lock_guard lock(mutex);
    waiting = self;
    ready.notify_one();
  }
  void await_resume() {}
};

static Value<int> half(int x) {
  if (x % 2 != 0) throw x;
  co_return x / 2;
}
static Value<int> sum() {
  int before = co_await half(4), odd = 0;
  co_await HandOver{};
  try {
    odd = co_await half(3);
  } catch (int x) {
    odd = x;
  }
  co_return before + odd;
}
static Task count(int& x) {
  ++x;
  co_yield x;
  ++x;
}

int main() {
  int x = 0;
  auto counts = count(x).handle;
  std::thread([&] { counts.resume(); }).join();
  counts.resume();
  assert(x == 2 && counts.done());
  counts.destroy();

  auto sums = sum().handle;
  std::thread other([&] {
    std::unique_lock lock(mutex);
    ready.wait(lock, [] { return static_cast<bool>(waiting); });
    lock.unlock();
    waiting.resume();
  });
  sums.resume();
  other.join();
  assert(sums.done() && *sums.promise().result == 5);
  sums.destroy();
}
