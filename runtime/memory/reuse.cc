// Identities that could come a second time. Here malloc gives addresses again late, and a new thread has a handle of
// its own, so a pointer to a freed block stays different from every other one; with another allocator a comparison with
// a block that has got its address comes out otherwise, and a compare-and-swap that expects the freed block succeeds on
// it (ABA). The interpreter explores that; here it is noticed, and said.
#include "memory/reuse.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <vector>

#include "base/real.h"
#include "memory/access.h"
#include "memory/heap.h"
#include "native/protocol.h"
#include "scheduling/world.h"

namespace mover::runtime {

namespace {

// Says it once for the place and what is compared there.
bool is_new(const void* pc, uint64_t one, uint64_t other) {
  using Seen = std::tuple<const void*, uint64_t, uint64_t>;
  static auto* seen = new std::vector<Seen>;
  const Seen now{pc, one, other};
  if (std::find(seen->begin(), seen->end(), now) != seen->end()) return false;
  seen->push_back(now);
  return true;
}

// Two blocks, of which the first was freed: whether the second may lie where that one was, with both addresses the
// same. Sizes do not matter: allocators split and join what was freed, and realloc need not move.
const Block* in_place_of(uint64_t stale, uint64_t address) {
  const Block *freed = heap.block_of(stale), *other = heap.block_of(address);
  if (freed == nullptr || other == nullptr || freed == other || freed->state != Block::State::Freed) return nullptr;
  return stale - freed->begin() == address - other->begin() ? other : nullptr;
}

bool compares_blocks(uint64_t stale, uint64_t address, const void* pc) {
  const Block* other = in_place_of(stale, address);
  if (other == nullptr) return false;
  if (is_new(pc, heap.block_of(stale)->allocated_at, other->allocated_at))
    world.not_covered(
        "the address of " + describe(stale) + " is compared at " + native::loc_mark(location(pc)) +
        " with that of the block allocated at " + native::loc_mark(other->allocated_at) +
        ": malloc and realloc may give that address again, and then they are equal, which was not explored");
  return true;
}

// An ended thread, and one whose start its end happens-before: it may have got the same handle.
bool compares_threads(uint32_t over, uint32_t other, const void* pc) {
  const Thread &gone = world.thread(over), &later = world.thread(other);
  if (!gone.joined || gone.life != Life::Ended || later.clock.at[over] < gone.clock.at[over]) return false;
  if (is_new(pc, gone.created_at, later.created_at))
    world.not_covered("the handle of an ended thread, created at " + native::loc_mark(gone.created_at) +
                      ", is compared at " + native::loc_mark(location(pc)) + " with that of the one created at " +
                      native::loc_mark(later.created_at) +
                      ": a new thread may get that handle again, and then they are equal, which was not explored");
  return true;
}

}  // namespace

void compares_addresses(uint64_t expected, uint64_t found, const void* pc) {
  constexpr unsigned kAddressBits = 48;  // a count in the others keeps values apart, whatever malloc returns
  if (expected >> kAddressBits != found >> kAddressBits) return;
  constexpr uint64_t kMask = (uint64_t{1} << kAddressBits) - 1;
  expected &= kMask;
  found &= kMask;
  if (!Heap::contains(expected) || !Heap::contains(found)) return compares_values(expected, found, pc);
  const Block* other = in_place_of(expected, found);
  if (other == nullptr || !is_new(pc, heap.block_of(expected)->allocated_at, other->allocated_at)) return;
  world.not_covered("the compare-and-swap at " + native::loc_mark(location(pc)) + " expects the address of " +
                    describe(expected) + ": malloc may return that address again, for the block allocated at " +
                    native::loc_mark(other->allocated_at) + ", and then it succeeds (ABA), which was not explored");
}

void compares_values(uint64_t a, uint64_t b, const void* pc) {
  constexpr uint64_t kLowest = uint64_t{1} << 40;  // handles and the heap lie higher
  if (a == b || a < kLowest || b < kLowest || !world.controls()) return;
  if (Heap::contains(a) && Heap::contains(b)) {
    if (!compares_blocks(a, b, pc)) compares_blocks(b, a, pc);
    return;
  }
  const uint32_t one = world.by_handle(a);
  if (one == kMostThreads) return;
  const uint32_t other = world.by_handle(b);
  if (other != kMostThreads && !compares_threads(one, other, pc)) compares_threads(other, one, pc);
}

void compares_memory(const void* a, const void* b, uint64_t size, const void* pc) {
  if (!world.controls()) return;
  for (uint64_t at = 0; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
    uint64_t one = 0, other = 0;
    std::memcpy(&one, static_cast<const char*>(a) + at, sizeof one);
    std::memcpy(&other, static_cast<const char*>(b) + at, sizeof other);
    compares_values(one, other, pc);
  }
}

}  // namespace mover::runtime

using namespace mover::runtime;

#define PC __builtin_return_address(0)

// From the instrumentation, before the comparison.
MOVER_EXPORT void __mover_compares_pointers(const void* a, const void* b) {
  compares_values(reinterpret_cast<uint64_t>(a), reinterpret_cast<uint64_t>(b), PC);
}
MOVER_EXPORT void __mover_compares_numbers(uint64_t a, uint64_t b) { compares_values(a, b, PC); }

MOVER_EXPORT int pthread_equal(unsigned long a, unsigned long b) {
  compares_values(a, b, PC);
  return a == b;
}
MOVER_EXPORT int thrd_equal(unsigned long a, unsigned long b) {
  compares_values(a, b, PC);
  return a == b;
}
