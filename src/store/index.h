// An open-addressing hash table of 32-bit numbers, each of which stands for a key that the caller stores. The table
// itself keeps only 4 bytes per slot, so the caller passes functions that compare and hash the key of a number. The
// bits of a slot that its number does not need hold a part of the hash, so that few unequal keys are compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/check.h"

namespace mover::store {

inline uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0x9e3779b97f4a7c15ull;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 32;
  return x;
}

inline uint64_t hash_of_tuple(std::span<const uint32_t> tuple) {
  uint64_t hash = tuple.size();
  for (uint32_t chunk : tuple) hash = (hash ^ chunk) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  return hash;
}

class Index {
 public:
  // Returns the number with this hash for which equal(number) holds. If there is none, inserts and returns `fresh`.
  // REQUIRES: `fresh` numbers were inserted before. When the table grows, it calls hash_of for each of them.
  template <typename Equal, typename HashOf>
  uint32_t find_or_insert(uint64_t hash, uint32_t fresh, Equal equal, HashOf hash_of) {
    if ((static_cast<uint64_t>(fresh) + 1) * 4 > places_.size() * 3) grow(fresh, hash_of);
    uint32_t tag = static_cast<uint32_t>(hash) & ~number_mask_;
    for (size_t i = home(hash);; i = i + 1 == places_.size() ? 0 : i + 1) {
      uint32_t place = places_[i];
      if (place == kEmpty) {
        places_[i] = tag | fresh;
        return fresh;
      }
      if (((place ^ tag) & ~number_mask_) == 0 && equal(place & number_mask_)) return place & number_mask_;
    }
  }
  uint64_t memory() const { return places_.capacity() * sizeof(uint32_t); }

 private:
  static constexpr uint32_t kEmpty = UINT32_MAX;

  size_t home(uint64_t hash) const {
    return static_cast<size_t>((static_cast<unsigned __int128>(hash) * places_.size()) >> 64);
  }

  // Grows by half, which leaves fewer slots empty than doubling does.
  template <typename HashOf>
  void grow(uint32_t size, HashOf hash_of) {
    size_t wanted = places_.size() < 64 ? 64 : places_.size() + places_.size() / 2;
    MOVER_CHECK(wanted < UINT32_MAX, "a table holds fewer than three thousand million entries");
    places_ = {};  // frees the old table first: both together may not fit into memory
    places_.assign(wanted, kEmpty);
    // The mask becomes 2^k - 1 > wanted. Every number is smaller than the mask, so no slot in use equals kEmpty.
    number_mask_ = 1;
    while (number_mask_ <= wanted) number_mask_ = number_mask_ * 2 + 1;
    for (uint32_t number = 0; number < size; ++number) {
      uint64_t hash = hash_of(number);
      size_t i = home(hash);
      while (places_[i] != kEmpty) i = i + 1 == places_.size() ? 0 : i + 1;
      places_[i] = (static_cast<uint32_t>(hash) & ~number_mask_) | number;
    }
  }

  std::vector<uint32_t> places_;
  uint32_t number_mask_ = 0;
};

}  // namespace mover::store
