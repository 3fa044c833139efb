// A set of 64-bit keys, which are the roots of compressed trees. It is an open-addressing hash table of the keys
// themselves, so a state costs little more than 8 bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "store/index.h"

namespace mover::store {

class RootSet {
 public:
  // Returns whether the key is new. REQUIRES: key is not ~0.
  bool insert(uint64_t key) {
    if ((size_ + 1) * 20 > places_.size() * 17) grow();
    for (size_t i = home(key);; i = i + 1 == places_.size() ? 0 : i + 1) {
      if (places_[i] == key) return false;
      if (places_[i] == kEmpty) {
        places_[i] = key;
        ++size_;
        return true;
      }
    }
  }
  template <typename F>
  void for_each(F f) const {
    for (uint64_t key : places_)
      if (key != kEmpty) f(key);
  }
  uint64_t size() const { return size_; }
  uint64_t memory() const { return places_.capacity() * sizeof(uint64_t); }

 private:
  static constexpr uint64_t kEmpty = UINT64_MAX;

  size_t home(uint64_t key) const {
    return static_cast<size_t>((static_cast<unsigned __int128>(mix(key)) * places_.size()) >> 64);
  }

  // Grows by three tenths, which leaves fewer slots empty than doubling does.
  void grow() {
    std::vector<uint64_t> old(places_.size() < 64 ? 64 : places_.size() + places_.size() * 3 / 10, kEmpty);
    old.swap(places_);
    for (uint64_t key : old) {
      if (key == kEmpty) continue;
      size_t i = home(key);
      while (places_[i] != kEmpty) i = i + 1 == places_.size() ? 0 : i + 1;
      places_[i] = key;
    }
  }

  std::vector<uint64_t> places_;
  uint64_t size_ = 0;
};

}  // namespace mover::store
