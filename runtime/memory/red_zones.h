// Bytes after global variables that no access may reach. Our own instrumentation makes room for them (src/instrument)
// and tells where they are before main; they stay. Those around local variables are known to memory/locals.h.
#pragma once

#include <cstdint>
#include <vector>

namespace mover::runtime {

class RedZones {
 public:
  // Behind a variable. `has_sign`: only where the zone begins with the sign that the instrumentation has put there, as
  // another definition of the variable may have been linked.
  void add(uint64_t variable, uint64_t size, uint64_t zone, bool has_sign);

  bool contain(uint64_t address, uint64_t size) const {
    if ((address & 7) + size > 8) return contain_any(address, size);
    const uint8_t* bytes = leaf_of(address);
    return bytes != nullptr && (bytes[(address & kInPage) / 8] >> (address & 7) & ((1u << size) - 1)) != 0;
  }
  // The variable whose zone the access overlaps.
  struct Variable {
    uint64_t address, size, zone;
  };
  const Variable* find(uint64_t address, uint64_t size) const;

 private:
  static constexpr uint64_t kPage = 4096, kInPage = kPage - 1,
                            kLevel = 18;  // bits of an address per level, above a page's

  // A mask of bytes for each word of a page.
  uint8_t* leaf_of(uint64_t address) const {
    uint8_t** middle = top_ == nullptr ? nullptr : top_[address >> 30 & ((1 << kLevel) - 1)];
    return middle == nullptr ? nullptr : middle[address >> 12 & ((1 << kLevel) - 1)];
  }
  uint8_t* make_leaf(uint64_t address);
  bool contain_any(uint64_t address, uint64_t size) const;

  uint8_t*** top_ = nullptr;
  std::vector<Variable> variables_;
};

extern RedZones red_zones;

}  // namespace mover::runtime
