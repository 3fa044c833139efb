// The hash of an address, computed in several steps, is kept after the block was freed.
#include <cassert>
#include <cstdint>
#include <thread>
static uint32_t hash(const void* p) {
  auto x = reinterpret_cast<uint64_t>(p);
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdull;
  x ^= x >> 33;
  return static_cast<uint32_t>(x);
}
int main() {
  int* old = new int(1);
  const uint32_t kept = hash(old);
  delete old;
  std::thread other([kept] {
    int* next = new int(2);
    assert(hash(next) != kept);
    delete next;
  });
  other.join();
}
