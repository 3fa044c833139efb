// A coroutine keeps a reference to a temporary of its caller.
#include <coroutine>
#include <exception>
#include <string>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

size_t length;

Task measure(const std::string& text) {
  length = text.size();
  co_return;
}

int main() {
  Task task = measure(std::string("a temporary string"));
  std::thread([&] { task.handle.resume(); }).join();
  task.handle.destroy();
}
