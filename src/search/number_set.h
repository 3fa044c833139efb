// A set of small numbers, as a bit vector.
#pragma once

#include <cstdint>
#include <vector>

namespace mover {

class NumberSet {
 public:
  void add(uint32_t number) {
    if (number / 64 >= words_.size()) words_.resize(number / 64 + 1);
    words_[number / 64] |= 1ull << number % 64;
  }
  bool has(uint32_t number) const {
    return number / 64 < words_.size() && (words_[number / 64] >> number % 64 & 1) != 0;
  }
  void add(const NumberSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }
  bool intersects(const NumberSet& other) const {
    for (size_t i = 0; i < words_.size() && i < other.words_.size(); ++i)
      if ((words_[i] & other.words_[i]) != 0) return true;
    return false;
  }
  template <typename F>
  void for_each(F f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t left = words_[i]; left != 0; left &= left - 1)
        f(static_cast<uint32_t>(i * 64) + static_cast<uint32_t>(__builtin_ctzll(left)));
  }
  bool empty() const { return words_.empty(); }
  auto operator<=>(const NumberSet&) const = default;
  size_t memory() const { return words_.capacity() * sizeof(uint64_t); }

 private:
  std::vector<uint64_t> words_;  // the last word is not 0
};

}  // namespace mover
