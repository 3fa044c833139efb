// The program's heap. Each thread allocates from its own arena, so that the addresses which malloc returns do not
// depend on the interleaving. A freed block stays in quarantine before it is reused, and is reused only if the thread
// that allocated it also freed it. All bookkeeping lies in the heap's own pages, so that backtracking restores it with
// them.
//
// An arena is a sequence of chunks of 64 KiB. A chunk begins with a bit map, which has a bit for each granule of 16
// bytes. The bit is set if a block's header begins there. A block consists of a header, the requested bytes, padding, a
// red zone of one granule, and the map of initialised bytes (memory/unset.h). A block that does not fit into a chunk
// gets several adjacent chunks of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "memory/unset.h"

namespace mover::runtime {

// The heap lies above the shadow memory of AddressSanitizer, so that unit tests can run under AddressSanitizer.
constexpr uint64_t kHeapBegin = 0x1100'0000'0000, kArenaSize = uint64_t{4} << 30, kArenas = 64;
constexpr uint64_t kHeapEnd = kHeapBegin + kArenas * kArenaSize;

struct Block {  // the header
  enum class State : uint32_t { Allocated = 0xa110ca7e, Freed = 0xf4eedb10 } state;
  uint32_t allocated_at;  // location of the call
  uint64_t size;          // requested bytes
  uint32_t freed_at;
  uint16_t thread;
  enum class Family : uint8_t { Unknown, Malloc, New, NewArray, AlignedNew, AlignedNewArray, Buffer };
  bool shared : 1;    // see memory/reach.h
  bool is_text : 1;   // it contains the characters of a string; uninstrumented C++ library functions may set them
  Family family : 6;  // see interception/new.cc, and libraries/program_definitions.cc for Buffer
  uint8_t generation;
  union {
    uint64_t unset;  // if allocated: the number of bytes that were never set, according to map() (memory/unset.h)
    uint64_t next;   // if freed: the next block in the quarantine or in a list of reusable blocks
  };

  uint64_t begin() const { return reinterpret_cast<uint64_t>(this + 1); }

  static constexpr uint64_t kGranule = 16;
  static uint64_t granules(uint64_t size) { return (size + kGranule - 1) / kGranule; }
  // The map has a bit for each byte of the block, which is 1 if the byte was set.
  static uint64_t size_of_map(uint64_t size) { return (granules(size) * 2 + 2 + kGranule - 1) & ~(kGranule - 1); }
  uint8_t* map() const { return reinterpret_cast<uint8_t*>(begin() + (granules(size) + 1) * kGranule); }
  void begin_unset(bool text = false) {
    unset = size;
    is_text = text;
    // The map of a larger block is zero already: such blocks are never in reused memory.
    if (size <= 1024) std::memset(map(), 0, size_of_map(size));
  }
  // REQUIRES: unset != 0, and the bytes are the block's.
  uint8_t state_of(uint64_t address, uint64_t bytes) const {
    bool some = false, all = true;
    for_each_part(address, bytes, [&](uint8_t* at, uint16_t mask) {
      const uint16_t now = part(at) & mask;
      some |= now != 0;
      all &= now == mask;
    });
    return all ? 0 : some ? kPartlySet : kNeverSet;
  }
  void set(uint64_t address, uint64_t bytes) {
    for_each_part(address, bytes, [&](uint8_t* at, uint16_t mask) {
      const uint16_t now = part(at), then = now | mask;
      if (now == then) return;  // the page stays unchanged
      unset -= static_cast<uint64_t>(__builtin_popcount(now ^ then));
      std::memcpy(at, &then, sizeof then);
    });
  }
  // Marks the bytes as never set. REQUIRES: the bytes are the block's.
  void mark_unset(uint64_t address, uint64_t bytes) {
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
  // Calls f(at, mask) for up to eight bytes of the block at a time: their bits are those of `mask` at `at` in the map.
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

  // Returns null if the thread's arena has no room.
  void* allocate(uint32_t thread, uint64_t size, uint64_t alignment, uint32_t location);
  // REQUIRES: the block is allocated.
  void free(uint32_t thread, Block* block, uint32_t location);
  // The last block that begins at or before the address in its chunk: the block that contains the address, or the block
  // beyond whose end the address lies. Null if there is none.
  Block* block_of(uint64_t address) const;
  // A new thread reuses the number `thread`. Its blocks get a new generation, which distinguishes them from the blocks
  // of the thread that had the number before.
  void begin_generation(uint32_t thread);
  uint8_t generation(uint32_t thread) const;
  // The end of the chunks taken so far from the thread's arena.
  uint64_t used_end(uint32_t thread) const;

 private:
  bool open_ = false;
};

extern Heap heap;

}  // namespace mover::runtime
