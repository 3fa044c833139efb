// Memory that the program maps. Each thread maps from its own arena, so that addresses do not depend on the
// interleaving. No address is returned twice unless the program requests it (MAP_FIXED). The first pages of the arena
// contain the protection of each page, so that backtracking restores it and state matching compares it. Instrumented
// accesses check it (memory/access.h); the kernel's protection is not used for that.
#pragma once

#include <cstdint>

#include "memory/memory.h"

namespace mover::runtime {

constexpr uint64_t kMapArena = uint64_t{16} << 30;
constexpr uint64_t kMapBegin = 0x2c00'0000'0000, kMapEnd = kMapBegin + 64 * kMapArena;
// The arenas for MAP_32BIT.
constexpr uint64_t kLowArena = 8 << 20;
constexpr uint64_t kLowBegin = 0x4000'0000, kLowEnd = kLowBegin + 64 * kLowArena;

class Mappings {
 public:
  // Flags of a page, besides PROT_READ and PROT_WRITE.
  static constexpr uint8_t kMapped = 8, kWasMapped = 16, kOfFile = 32;

  void open();
  bool has_low() const { return has_low_; }
  static bool contains(uint64_t address) {
    return address - kMapBegin < kMapEnd - kMapBegin || address - kLowBegin < kLowEnd - kLowBegin;
  }
  // REQUIRES: contains(address).
  static uint8_t& flags_of(uint64_t address) {
    if (address >= kMapBegin)
      return reinterpret_cast<uint8_t*>(arena_of(address))[kFlags + address % kMapArena / kPageSize];
    const uint64_t thread = (address - kLowBegin) / kLowArena;
    return reinterpret_cast<uint8_t*>(kMapBegin +
                                      thread * kMapArena)[kLowFlags + (address - kLowBegin) % kLowArena / kPageSize];
  }
  static bool may_access(uint64_t address, uint64_t size, bool write) {
    const uint8_t wanted = static_cast<uint8_t>(kMapped | (write ? 2 : 1));
    for (uint64_t page = address & ~(kPageSize - 1); page < address + size; page += kPageSize)
      if (!contains(page) || (flags_of(page) & wanted) != wanted) return false;
    return true;
  }
  // Returns the address of `size` bytes that are zero, or 0 if there is no room. REQUIRES: `size` is a multiple of the
  // page size.
  uint64_t allocate(uint32_t thread, uint64_t size, bool low, uint32_t location);
  // Extends the newest mapping of the arena at its end. Returns false if this mapping is not the newest, or if there is
  // no room.
  bool extend(uint64_t end, uint64_t size);
  void set_flags(uint64_t begin, uint64_t size, uint8_t flags);
  // Records that the thread's newest mapping is a shared mapping of this file.
  void set_file(uint32_t thread, struct FileNode* file);
  // The file of the shared mapping that contains the address; null if there is none.
  struct FileNode* file_at(uint64_t address) const {
    const Arena& a = arena(thread_of(address));
    for (uint32_t i = 0; i < a.num_records; ++i)
      if (address >= a.records[i].begin && address < a.records[i].end) return a.records[i].file;
    return nullptr;
  }
  // Calls f(file) for each shared mapping that lies within these pages, and then disconnects the mapping from the file.
  template <typename F>
  void for_each_file_in(uint64_t begin, uint64_t size, F f) {
    Arena& a = arena(thread_of(begin));
    for (uint32_t i = 0; i < a.num_records; ++i) {
      Record& record = a.records[i];
      if (record.file == nullptr || record.begin < begin || record.end > begin + size) continue;
      f(*record.file);
      record.file = nullptr;
    }
  }
  // The location of the call that mapped the address, or 0 if none did. `begin` and `size` receive the bounds of the
  // whole mapping.
  uint32_t mapped_at(uint64_t address, uint64_t& begin, uint64_t& size) const;

 private:
  struct Record {
    uint64_t begin, end;
    uint32_t location;
    struct FileNode* file;  // if mapped with MAP_SHARED
  };
  static constexpr uint32_t kMostRecords = 4096;
  struct Arena {  // lies at the beginning of the arena
    uint64_t next, next_low;
    uint32_t num_records;
    Record records[kMostRecords];
  };
  static constexpr uint64_t kFlags = 1 << 20, kLowFlags = 512 << 10;
  static constexpr uint64_t kHeader = kFlags + kMapArena / kPageSize;
  static_assert(sizeof(Arena) <= kLowFlags && kLowFlags + kLowArena / kPageSize <= kFlags);

  static uint64_t arena_of(uint64_t address) { return address - (address - kMapBegin) % kMapArena; }
  static Arena& arena(uint64_t thread) { return *reinterpret_cast<Arena*>(kMapBegin + thread * kMapArena); }
  static uint64_t thread_of(uint64_t address) {
    return address >= kMapBegin ? (address - kMapBegin) / kMapArena : (address - kLowBegin) / kLowArena;
  }
  bool has_low_ = false;
};

extern Mappings mappings;

}  // namespace mover::runtime
