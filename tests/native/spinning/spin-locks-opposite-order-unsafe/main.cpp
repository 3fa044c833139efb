// Two hand-made locks, acquired in opposite order.
#include <atomic>
#include <mutex>
#include <thread>

struct SpinLock {
  std::atomic_flag taken = ATOMIC_FLAG_INIT;
  void lock() {
    while (taken.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { taken.clear(std::memory_order_release); }
};
SpinLock a, b;

int main() {
  std::thread t([] {
    std::lock_guard<SpinLock> first(a);
    std::lock_guard<SpinLock> second(b);
  });
  {
    std::lock_guard<SpinLock> first(b);
    std::lock_guard<SpinLock> second(a);
  }
  t.join();
}
