// Locks in variables of a coroutine that do not live across a suspension, on a part of the stack where earlier functions
// had locks. Coroutines do not report when these variables begin.
// expect: safe
// compiler: -std=c++20
#include <coroutine>
#include <mutex>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static void lock(std::mutex& mutex) {
  mutex.lock();
  mutex.unlock();
}

static void lock_many() {
  std::mutex mutexes[16];
  for (std::mutex& mutex : mutexes) lock(mutex);
}

static Task coroutine() {
  {
    std::mutex mutexes[6];
    for (std::mutex& mutex : mutexes) lock(mutex);
  }
  co_await std::suspend_always{};
  std::mutex mutex;
  lock(mutex);
}

int main() {
  std::thread thread([] {
    lock_many();
    const Task task = coroutine();
    lock_many();
    task.handle.resume();
    lock_many();
    task.handle.resume();
    task.handle.destroy();
    lock_many();
  });
  thread.join();
}
