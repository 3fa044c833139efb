// An event that one thread sets and another awaits.
// expect: safe
// wrong: deadlock, the flag is set without the mutex: between the waiter's look at it and its wait
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static std::atomic<bool> is_set;

void set() {
#ifndef WRONG
  std::lock_guard guard(mutex);
#endif
  is_set = true;
  changed.notify_one();
}

int main() {
  std::thread setter(set);
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return is_set.load(); });
  lock.unlock();
  setter.join();
}
