// The program's heap. Each thread allocates from an arena of its own, so that what malloc returns does not depend on
// the order of threads; freed blocks are used again late, and only by the thread that allocated them and freed them
// itself. Everything it knows lies in the heap's own pages and is put back with them.
//
// An arena is a row of chunks of 64 KiB. A chunk begins with a map of its granules of 16 bytes: whether a block begins
// there. A block is a header, as many bytes as were asked for, and the rest of its last granules. Larger blocks have
// chunks of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

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
  bool shared : 1;    // see memory/reach.h
  Family family : 7;  // what it was allocated by: see interception/new.cc; Buffer: see libraries/program_definitions.cc
  uint8_t generation;
  union {
    uint64_t unset;  // allocated: how many of its bytes were never set. The map behind the block says which; see
                     // memory/unset.h
    uint64_t next;   // freed: in a list of such blocks
  };

  uint64_t begin() const { return reinterpret_cast<uint64_t>(this + 1); }

  static constexpr uint64_t kGranule = 16;
  static uint64_t granules(uint64_t size) { return (size + kGranule - 1) / kGranule; }
  // A bit for each byte, which says that it was set.
  static uint64_t size_of_map(uint64_t size) { return (granules(size) * 2 + 2 + kGranule - 1) & ~(kGranule - 1); }
  uint8_t* map() const { return reinterpret_cast<uint8_t*>(begin() + (granules(size) + 1) * kGranule); }
  void begin_unset() {
    unset = size;
    if (size <= 1024) std::memset(map(), 0, size_of_map(size));  // larger ones are never in used memory
  }
  // REQUIRES: unset != 0, and the bytes are the block's.
  uint8_t state_of(uint64_t address, uint64_t bytes) const {
    bool some = false, all = true;
    for_each_part(address, bytes, [&](uint8_t* at, uint16_t mask) {
      const uint16_t now = part(at) & mask;
      some |= now != 0;
      all &= now == mask;
    });
    return all ? 0 : some ? 2 : 1;
  }
  void set(uint64_t address, uint64_t bytes) {
    for_each_part(address, bytes, [&](uint8_t* at, uint16_t mask) {
      const uint16_t now = part(at), then = now | mask;
      if (now == then) return;  // the page stays unchanged
      unset -= static_cast<uint64_t>(__builtin_popcount(now ^ then));
      std::memcpy(at, &then, sizeof then);
    });
  }
  // As if these had never been set. REQUIRES: the bytes are the block's.
  void forget(uint64_t address, uint64_t bytes) {
    if (unset == 0) std::memset(map(), 0xff, size_of_map(size));
    for_each_part(address, bytes, [&](uint8_t* at, uint16_t mask) {
      const uint16_t now = part(at), then = now & static_cast<uint16_t>(~mask);
      unset += static_cast<uint64_t>(__builtin_popcount(now ^ then));
      std::memcpy(at, &then, sizeof then);
    });
  }

 private:
  static uint16_t part(const uint8_t* at) {
    uint16_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  // f(bits, mask) for up to eight bytes at a time.
  template <typename F>
  void for_each_part(uint64_t address, uint64_t bytes, F f) const {
    for (uint64_t at = address - begin(), end = at + bytes; at < end; at += 8) {
      const uint64_t count = end - at < 8 ? end - at : 8;
      f(map() + at / 8, static_cast<uint16_t>(((1u << count) - 1) << at % 8));
    }
  }
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
