// Interning: the strings are stored in blocks of an arena, and found by a hash table of their numbers.
#include "store/chunk_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

namespace mover::store {

namespace {

constexpr size_t kBlock = 1 << 16;

std::string_view at(const char* where) {
  uint32_t length;
  std::memcpy(&length, where, 4);
  return {where + 4, length};
}

uint64_t hash(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace

const char* ChunkTable::append(std::string_view bytes) {
  size_t needed = bytes.size() + 4;
  if (used_ + needed > room_) {
    room_ = needed > kBlock ? needed : kBlock;
    arena_.push_back(std::make_unique<char[]>(room_));
    arena_bytes_ += room_;
    used_ = 0;
  }
  char* where = arena_.back().get() + used_;
  auto length = static_cast<uint32_t>(bytes.size());
  std::memcpy(where, &length, 4);
  std::memcpy(where + 4, bytes.data(), bytes.size());
  used_ += needed;
  return where;
}

uint32_t ChunkTable::intern(std::string_view bytes) {
  if (bytes.empty()) bytes = "";  // never a null pointer
  uint32_t fresh = size();
  uint32_t number = index_.find_or_insert(
      hash(bytes), fresh, [&](uint32_t n) { return at(where_[n]) == bytes; },
      [&](uint32_t n) { return hash(at(where_[n])); });
  if (number == fresh) where_.push_back(append(bytes));
  return number;
}

std::string_view ChunkTable::bytes(uint32_t number) const { return at(where_[number]); }

}  // namespace mover::store
