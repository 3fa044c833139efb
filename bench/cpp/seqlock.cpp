// A pair of numbers that readers read without a lock: they retry if a writer was there.
// expect: safe
// wrong: assertion, the reader does not look at the sequence number again
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>

static std::atomic<unsigned> sequence;
static std::atomic<int> x, y;

void publish(int value) {
  ++sequence;
  x = value;
  y = value;
  ++sequence;
}

std::pair<int, int> observe() {
  for (;;) {
    const unsigned before = sequence;
    if (before % 2 != 0) continue;
    const std::pair<int, int> seen(x, y);
#ifndef WRONG
    if (sequence != before) continue;
#endif
    return seen;
  }
}

int main() {
  std::thread writer(publish, 1);
  const auto [a, b] = observe();
  assert(a == b);
  writer.join();
}
