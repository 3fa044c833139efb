// Allocates blocks whose sizes are powers of two, or half-way between two of them, from free lists. Blocks of more than
// a quarter of a slab are mapped separately, and their address space is kept when they are freed. There is only one
// kernel thread, so no locks are needed.
#include "base/private_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cstring>

#include "support/check.h"

namespace mover::runtime {

namespace {

uint64_t next_reserved = kPrivateBegin;

struct Header {  // before each block
  uint32_t klass;
  uint32_t offset;  // from the start of the slot to the block
  uint64_t size;
};
struct Free {
  Free* next;
};

constexpr uint32_t kClasses = 96;
constexpr uint64_t kSlab = 1 << 20;
constexpr uint64_t kLarge = kSlab / 4;
Free* free_lists[kClasses];
uint8_t *slab = nullptr, *slab_end = nullptr;

// A block of class 2k has 16 << k bytes, and a block of class 2k + 1 has 24 << k.
uint64_t size_of(uint32_t klass) { return (klass % 2 == 0 ? uint64_t{16} : uint64_t{24}) << (klass / 2); }
uint32_t class_of(uint64_t bytes) {
  if (bytes <= 16) return 0;
  const auto k = static_cast<uint32_t>(std::bit_width((bytes - 1) >> 4));
  const uint32_t below = 2 * k - 1;
  return bytes <= size_of(below) ? below : 2 * k;
}

}  // namespace

void* reserve(size_t bytes) {
  bytes = (bytes + 0xffff) & ~size_t{0xffff};
  void* where = mmap(reinterpret_cast<void*>(next_reserved), bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  MOVER_CHECK(where == reinterpret_cast<void*>(next_reserved), "the run-time's own address space is free");
  next_reserved += bytes;
  return where;
}

void* private_allocate(size_t bytes, size_t alignment) {
  const uint64_t extra = alignment > 16 ? alignment : 0;
  const uint64_t needed = bytes + sizeof(Header) + extra;
  const uint32_t klass = class_of(needed);
  uint8_t* slot;
  if (free_lists[klass] != nullptr) {
    slot = reinterpret_cast<uint8_t*>(free_lists[klass]);
    free_lists[klass] = free_lists[klass]->next;
  } else if (size_of(klass) > kLarge) {
    slot = static_cast<uint8_t*>(reserve(size_of(klass)));
  } else {
    if (slab == nullptr || slab + size_of(klass) > slab_end) {
      slab = static_cast<uint8_t*>(reserve(kSlab));
      slab_end = slab + kSlab;
    }
    slot = slab;
    slab += (size_of(klass) + 15) & ~15ull;
  }
  uint8_t* block = slot + sizeof(Header);
  if (extra != 0) block += (alignment - reinterpret_cast<uint64_t>(block) % alignment) % alignment;
  *reinterpret_cast<Header*>(block - sizeof(Header)) = {klass, static_cast<uint32_t>(block - slot), bytes};
  return block;
}

void private_free(void* block) {
  if (block == nullptr) return;
  const Header header = *reinterpret_cast<Header*>(static_cast<uint8_t*>(block) - sizeof(Header));
  auto* slot = reinterpret_cast<Free*>(static_cast<uint8_t*>(block) - header.offset);
  // A growing vector frees blocks of nearly its own size, so the pages of large blocks are returned to the kernel.
  if (size_of(header.klass) > kLarge)
    syscall(SYS_madvise, slot, size_of(header.klass), MADV_DONTNEED);  // madvise itself is intercepted
  slot->next = free_lists[header.klass];
  free_lists[header.klass] = slot;
}

size_t private_size(void* block) {
  return reinterpret_cast<Header*>(static_cast<uint8_t*>(block) - sizeof(Header))->size;
}

}  // namespace mover::runtime
