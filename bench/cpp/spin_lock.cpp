// A spin lock of an atomic_flag, used through std::lock_guard.
// expect: safe
// wrong: race, unlocking publishes nothing
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() {
#ifdef WRONG
    flag_.clear(std::memory_order_relaxed);
#else
    flag_.clear(std::memory_order_release);
#endif
  }

 private:
  std::atomic_flag flag_;
};

int main() {
  SpinLock lock;
  int count = 0;
  const auto work = [&] {
    std::lock_guard guard(lock);
    ++count;
  };
  std::thread one(work), two(work);
  one.join(), two.join();
  assert(count == 2);
}
