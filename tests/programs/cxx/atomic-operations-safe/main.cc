#include <atomic>
#include <cassert>

struct Pair {
  int a, b;
};

int main() {
  std::atomic<unsigned> u{5};
  assert(u.exchange(6) == 5 && u++ == 6 && --u == 6 && (u |= 1) == 7 && u.fetch_and(3) == 7 && u.load() == 3);
  std::atomic<Pair> pair{Pair{1, 2}};
  Pair expected{1, 2};
  assert(pair.compare_exchange_strong(expected, Pair{3, 4}) && pair.load().b == 4);
  assert(!pair.compare_exchange_strong(expected, Pair{5, 6}) && expected.a == 3);
  int array[2] = {1, 2};
  std::atomic<int*> pointer{array};
  assert(*pointer.fetch_add(1) == 1 && *pointer == 2);
  std::atomic<bool> flag{false};
  assert(!flag.exchange(true) && flag && flag.is_lock_free());
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return 0;
}
