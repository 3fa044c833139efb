// Tokens that threads take by compare-and-exchange: never more than there are.
// expect: safe
// wrong: assertion, looks and takes in two steps
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> tokens{1};
static std::atomic<int> taken{0};

bool try_take() {
#ifdef WRONG
  if (tokens.load() == 0) return false;
  tokens.fetch_sub(1);
  return true;
#else
  int left = tokens.load();
  while (left > 0)
    if (tokens.compare_exchange_weak(left, left - 1)) return true;
  return false;
#endif
}

int main() {
  const auto work = [] {
    if (try_take()) taken++;
  };
  std::thread one(work), two(work), three(work);
  one.join(), two.join(), three.join();
  assert(taken == 1);
}
