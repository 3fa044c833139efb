// An open-addressing index from hashes to 32-bit numbers. What a number stands for, and whether it is what one looks
// for, is the owner's business: the index keeps 4 bytes a place and nothing else.
#pragma once

#include <cstdint>
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

class Index {
 public:
  static constexpr uint32_t kEmpty = UINT32_MAX;

  // The number for which equal(number) holds among those with this hash, or else `fresh`, which is put in.
  // hash_of(number) is asked for when the index grows.
  template <typename Equal, typename HashOf>
  uint32_t find_or_insert(uint64_t hash, uint32_t fresh, Equal equal, HashOf hash_of) {
    MOVER_CHECK(fresh != kEmpty, "a table holds fewer than 2^32 - 1 entries");
    if ((size_ + 1) * 20 > places_.size() * 17) grow(hash_of);
    for (size_t i = home(hash);; i = i + 1 == places_.size() ? 0 : i + 1) {
      if (places_[i] == kEmpty) {
        places_[i] = fresh;
        ++size_;
        return fresh;
      }
      if (equal(places_[i])) return places_[i];
    }
  }
  uint64_t memory() const { return places_.capacity() * sizeof(uint32_t); }

 private:
  size_t home(uint64_t hash) const { return static_cast<size_t>((static_cast<unsigned __int128>(hash) * places_.size()) >> 64); }

  // Grows by half, to waste less than doubling does.
  template <typename HashOf>
  void grow(HashOf hash_of) {
    std::vector<uint32_t> old(places_.size() < 64 ? 64 : places_.size() + places_.size() / 2, kEmpty);
    old.swap(places_);
    for (uint32_t number : old) {
      if (number == kEmpty) continue;
      size_t i = home(hash_of(number));
      while (places_[i] != kEmpty) i = i + 1 == places_.size() ? 0 : i + 1;
      places_[i] = number;
    }
  }

  std::vector<uint32_t> places_;
  size_t size_ = 0;
};

}  // namespace mover::store
