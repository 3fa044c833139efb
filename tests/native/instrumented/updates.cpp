// Read-modify-writes of all kinds: none loses an update.
// expect: safe
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<double> d{0};
static std::atomic<float> f{0};
static std::atomic<bool> b{false};
static std::atomic<int*> p{nullptr};
static int m, n = 9;
static unsigned char c = 0xff;
static int numbers[4];
static void work() {
  d.fetch_add(1.5);
  f += 2;
  __atomic_fetch_max(&m, 7, __ATOMIC_SEQ_CST);
  __atomic_fetch_min(&n, 7, __ATOMIC_RELAXED);
  __atomic_fetch_nand(&c, 0x0f, __ATOMIC_ACQ_REL);
  b.exchange(true);
  p.compare_exchange_strong(*new int*(nullptr), numbers);
}
int main() {
  std::thread other(work);
  other.join();
  work();
  assert(d == 3.0 && f == 4 && m == 7 && n == 7 && b && p == numbers && c == 0xff);
}
