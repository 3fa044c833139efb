// A work-stealing deque: the owner takes from the bottom, thieves take from the top.
// expect: safe
// wrong: assertion, the owner takes the last item without competing for it
#include <array>
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>

class Deque {
 public:
  void push(int item) {
    const long bottom = bottom_.load(std::memory_order_relaxed);
    items_[bottom % items_.size()].store(item, std::memory_order_relaxed);
    bottom_.store(bottom + 1);
  }
  std::optional<int> take() {
    const long bottom = bottom_.load() - 1;
    bottom_.store(bottom);
    long top = top_.load();
    if (top > bottom) {
      bottom_.store(bottom + 1);
      return {};
    }
    const int item = items_[bottom % items_.size()].load();
    if (top < bottom) return item;
#ifdef WRONG
    bottom_.store(bottom + 1);
    top_.store(top + 1);
    return item;
#else
    const bool won = top_.compare_exchange_strong(top, top + 1);
    bottom_.store(bottom + 1);
    return won ? std::optional(item) : std::nullopt;
#endif
  }
  std::optional<int> steal() {
    long top = top_.load();
    if (top >= bottom_.load()) return {};
    const int item = items_[top % items_.size()].load();
    return top_.compare_exchange_strong(top, top + 1) ? std::optional(item) : std::nullopt;
  }

 private:
  std::atomic<long> top_{0}, bottom_{0};
  std::array<std::atomic<int>, 4> items_{};
};

int main() {
  Deque deque;
  std::atomic<int> sum{0};
  deque.push(1);
  deque.push(2);
  std::thread thief([&] { sum += deque.steal().value_or(0); });
  sum += deque.take().value_or(0);
  sum += deque.take().value_or(0);
  thief.join();
  sum += deque.take().value_or(0);
  assert(sum == 3);
}
