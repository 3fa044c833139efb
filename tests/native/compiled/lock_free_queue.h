// A ring for one producer and one consumer, without locks. -DEARLY publishes an element before it is written.
#include <atomic>
#include <cstddef>
template <class T, std::size_t Size>
class LockFreeQueue {
 public:
  bool push(T value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == Size) return false;
#ifdef EARLY
    tail_.store(tail + 1, std::memory_order_release);
    slots_[tail % Size] = value;
#else
    slots_[tail % Size] = value;
    tail_.store(tail + 1, std::memory_order_release);
#endif
    return true;
  }
  bool pop(T& value) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    value = slots_[head % Size];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

 private:
  T slots_[Size] = {};
  std::atomic<std::size_t> head_ = 0, tail_ = 0;
};
