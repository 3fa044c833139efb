// The program's heap. Each thread allocates from an arena of its own, so that what malloc returns does not depend on the
// order of threads; freed blocks are used again late, and only by the thread that allocated them and freed them itself.
// Everything it knows lies in the heap's own pages and is put back with them.
//
// An arena is a row of chunks of 64 KiB. A chunk begins with a map of its granules of 16 bytes: whether a block begins
// there. A block is a header, as many bytes as were asked for, and the rest of its last granules. Larger blocks have
// chunks of their own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mover::runtime {

// Above what the address sanitizer needs for itself, so that unit tests run under it.
constexpr uint64_t kHeapBegin = 0x1100'0000'0000, kArenaSize = uint64_t{4} << 30, kArenas = 64;
constexpr uint64_t kHeapEnd = kHeapBegin + kArenas * kArenaSize;

struct Block {  // the header
  enum class State : uint32_t { Allocated = 0xa110ca7e, Freed = 0xf4eedb10 } state;
  uint32_t allocated_at;  // location
  uint64_t size;          // bytes asked for
  uint32_t freed_at;
  uint16_t thread;
  enum class Family : uint8_t { Unknown, Malloc, New, NewArray, AlignedNew, AlignedNewArray, Buffer };
  bool shared : 1;    // see reach.h
  Family family : 7;  // what it was allocated by: see intercept_new.cc; Buffer: see program_definitions.cc
  uint8_t generation;
  uint64_t next;  // in a list of freed blocks

  uint64_t begin() const { return reinterpret_cast<uint64_t>(this + 1); }
};
static_assert(sizeof(Block) == 32);

class Heap {
 public:
  void open();
  bool is_open() const { return open_; }
  static bool contains(uint64_t address) { return address - kHeapBegin < kHeapEnd - kHeapBegin; }

  // Null: there is no room.
  void* allocate(uint32_t thread, uint64_t size, uint64_t alignment, uint32_t location);
  // REQUIRES: block_of(address) begins there and is allocated.
  void free(uint32_t thread, Block* block, uint32_t location);
  // In which the address lies, or whose bytes or end padding it follows; null where nothing was allocated.
  Block* block_of(uint64_t address) const;
  // Whether an allocator would give the one where the other has been.
  static bool have_same_class(const Block& one, const Block& other);
  // Another thread has that number from now on: its blocks are of another generation.
  void begin_generation(uint32_t thread);
  uint8_t generation(uint32_t thread) const;
  // The used part of an arena so far ends here.
  uint64_t used_end(uint32_t thread) const;

 private:
  bool open_ = false;
};

extern Heap heap;

}  // namespace mover::runtime
