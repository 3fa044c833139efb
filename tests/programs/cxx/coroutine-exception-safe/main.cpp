// Exceptions that leave a coroutine are stored for a future, whose destructor and locals run.
#include <cassert>
#include <coroutine>
#include <future>
#include <stdexcept>
#include <thread>

struct Answer {
  struct promise_type {
    std::promise<int> promise;
    Answer get_return_object() { return {promise.get_future()}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_value(int value) { promise.set_value(value); }
    void unhandled_exception() { promise.set_exception(std::current_exception()); }
  };
  std::future<int> future;
};

struct NewThread {
  std::thread& thread;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    std::thread& to = thread;  // this object may have been destroyed when the new thread is stored
    to = std::thread([handle] { handle.resume(); });
  }
  void await_resume() {}
};

struct Counted {
  int& count;
  ~Counted() { ++count; }
};

Answer ask(std::thread& thread, int n, int& destroyed) {
  Counted counted{destroyed};
  co_await NewThread{thread};
  if (n < 0) throw std::invalid_argument("negative");
  co_return n + 1;
}

int main() {
  int destroyed = 0;
  std::thread thread;
  assert(ask(thread, 1, destroyed).future.get() == 2);
  thread.join();
  bool is_caught = false;
  Answer failing = ask(thread, -1, destroyed);
  try {
    failing.future.get();
  } catch (const std::invalid_argument&) {
    is_caught = true;
  }
  thread.join();
  assert(is_caught && destroyed == 2);
}
