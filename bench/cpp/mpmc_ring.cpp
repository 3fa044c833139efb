// A ring buffer of many producers and consumers, with a sequence number for each cell.
// expect: safe
// wrong: race, publishes the cell before it is written
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

class Ring {
 public:
  Ring() {
    for (unsigned i = 0; i < kCells; ++i) cells_[i].sequence = i;
  }
  bool push(int item) {
    unsigned at = tail_.load();
    for (;;) {
      Cell& cell = cells_[at % kCells];
      const unsigned sequence = cell.sequence.load(std::memory_order_acquire);
      if (sequence != at) {
        if (sequence < at) return false;
        at = tail_.load();
      } else if (tail_.compare_exchange_strong(at, at + 1)) {
#ifdef WRONG
        cell.sequence.store(at + 1, std::memory_order_release);
        cell.item = item;
#else
        cell.item = item;
        cell.sequence.store(at + 1, std::memory_order_release);
#endif
        return true;
      }
    }
  }
  bool pop(int& item) {
    unsigned at = head_.load();
    for (;;) {
      Cell& cell = cells_[at % kCells];
      const unsigned sequence = cell.sequence.load(std::memory_order_acquire);
      if (sequence != at + 1) {
        if (sequence < at + 1) return false;
        at = head_.load();
      } else if (head_.compare_exchange_strong(at, at + 1)) {
        item = cell.item;
        cell.sequence.store(at + kCells, std::memory_order_release);
        return true;
      }
    }
  }

 private:
  static constexpr unsigned kCells = 2;
  struct Cell {
    std::atomic<unsigned> sequence;
    int item;
  };
  std::array<Cell, kCells> cells_;
  std::atomic<unsigned> head_{0}, tail_{0};
};

int main() {
  Ring ring;
  std::thread one([&] { assert(ring.push(1)); }), two([&] { assert(ring.push(2)); });
  int item = 0, sum = 0;
  if (ring.pop(item)) sum += item;
  one.join(), two.join();
  while (ring.pop(item)) sum += item;
  assert(sum == 3);
}
