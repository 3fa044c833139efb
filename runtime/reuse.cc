// Addresses that malloc could give a second time. Here it gives them late, so a pointer to a freed block stays different
// from every other one; with another allocator a compare-and-swap that expects the freed block may succeed on a block
// that has got its address (ABA). The interpreter explores that; here it is noticed, and said.
#include "reuse.h"

#include "heap.h"
#include "native/protocol.h"
#include "world.h"

namespace mover::runtime {

void compares_addresses(uint64_t expected, uint64_t found, const void* pc) {
  constexpr unsigned kAddressBits = 48;  // a count in the others keeps values apart, whatever malloc returns
  if (world.alone() || expected >> kAddressBits != found >> kAddressBits) return;
  constexpr uint64_t kMask = (uint64_t{1} << kAddressBits) - 1;
  expected &= kMask;
  found &= kMask;
  if (!Heap::contains(expected) || !Heap::contains(found)) return;
  const Block *freed = heap.block_of(expected), *other = heap.block_of(found);
  if (freed == nullptr || other == nullptr || freed->state != Block::State::Freed ||
      other->state != Block::State::Allocated || expected - freed->begin() != found - other->begin() ||
      !Heap::have_same_class(*freed, *other))
    return;
  world.not_covered("the compare-and-swap at " + native::loc_mark(location(pc)) + " expects the address of " +
                    describe(expected) + ": malloc may return that address again, for the block allocated at " +
                    native::loc_mark(other->allocated_at) + ", and then it succeeds (ABA), which was not explored");
}

}  // namespace mover::runtime
