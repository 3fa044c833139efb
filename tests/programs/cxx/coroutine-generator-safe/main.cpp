// Two threads sum what a generator yields to each of them.
#include <cassert>
#include <coroutine>
#include <exception>
#include <mutex>
#include <thread>

class Numbers {
 public:
  struct promise_type {
    int value = 0;
    Numbers get_return_object() { return Numbers(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int yielded) {
      value = yielded;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  explicit Numbers(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Numbers(const Numbers&) = delete;
  ~Numbers() { handle_.destroy(); }
  bool next() {
    handle_.resume();
    return !handle_.done();
  }
  int value() const { return handle_.promise().value; }

 private:
  std::coroutine_handle<promise_type> handle_;
};

Numbers up_to(int last) {
  for (int i = 1; i <= last; ++i) co_yield i;
}

std::mutex m;
int sum;

void add() {
  Numbers numbers = up_to(3);
  while (numbers.next()) {
#ifndef WRONG
    std::lock_guard guard(m);
#endif
    sum += numbers.value();
  }
}

int main() {
  std::thread first(add), second(add);
  first.join();
  second.join();
#ifndef WRONG
  assert(sum == 12);
#endif
}
