#include "memory/mappings.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "support/check.h"

namespace mover::runtime {

Mappings mappings;

static bool reserve_at(uint64_t begin, uint64_t end) {
  return mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
              0) == reinterpret_cast<void*>(begin);
}

void Mappings::open() {
  static bool is_open = false;
  if (is_open) return;
  is_open = true;
  MOVER_CHECK(reserve_at(kMapBegin, kMapEnd), "the address range for the program's mappings is free");
  has_low_ = reserve_at(kLowBegin, kLowEnd);
}

uint64_t Mappings::allocate(uint32_t thread, uint64_t size, bool low, uint32_t location) {
  Arena& a = arena(thread);
  if (a.next == 0) {
    a.next = kMapBegin + thread * kMapArena + ((kHeader + kPageSize - 1) & ~(kPageSize - 1));
    a.next_low = kLowBegin + thread * kLowArena;
  }
  uint64_t& next = low ? a.next_low : a.next;
  const uint64_t end = low ? kLowBegin + (thread + 1) * kLowArena : kMapBegin + (thread + 1) * kMapArena;
  constexpr uint64_t kGuard = kPageSize;  // a gap, so that an access beyond one mapping does not reach another
  if (size + kGuard > end - next) return 0;
  const uint64_t begin = next;
  next += size + kGuard;
  if (a.num_records < kMostRecords) a.records[a.num_records++] = {begin, begin + size, location, nullptr};
  return begin;
}

void Mappings::set_file(uint32_t thread, FileNode* file) {
  Arena& a = arena(thread);
  if (a.num_records != 0) a.records[a.num_records - 1].file = file;
}

bool Mappings::extend(uint64_t old_end, uint64_t size) {
  const uint64_t thread = thread_of(old_end - 1);
  Arena& a = arena(thread);
  const bool low = old_end < kMapBegin;
  uint64_t& next = low ? a.next_low : a.next;
  const uint64_t limit = low ? kLowBegin + (thread + 1) * kLowArena : kMapBegin + (thread + 1) * kMapArena;
  if (next != old_end + kPageSize || size > limit - next) return false;
  next += size;
  for (uint32_t i = 0; i < a.num_records; ++i)
    if (a.records[i].end == old_end) a.records[i].end += size;
  return true;
}

void Mappings::set_flags(uint64_t begin, uint64_t size, uint8_t flags) {
  for (uint64_t page = begin; page < begin + size; page += kPageSize)
    if (uint8_t& now = flags_of(page); now != flags) now = flags;
}

uint32_t Mappings::mapped_at(uint64_t address, uint64_t& begin, uint64_t& size) const {
  const Arena& a = arena(thread_of(address));
  for (uint32_t i = 0; i < a.num_records; ++i) {
    const Record& record = a.records[i];
    if (address < record.begin || address >= record.end) continue;
    begin = record.begin;
    size = record.end - record.begin;
    return record.location;
  }
  return 0;
}

}  // namespace mover::runtime
