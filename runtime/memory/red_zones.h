// The red zones after global variables. The instrumentation (src/instrument) makes room for them and reports them
// before main; they are never removed. memory/locals.h tracks the red zones of local variables.
#pragma once

#include <cstdint>
#include <vector>

namespace mover::runtime {

class RedZones {
 public:
  // Adds a red zone of `zone` bytes after a variable. `has_signature`: adds it only if it begins with the signature
  // that the instrumentation has written, because the linker may have chosen another definition of the variable.
  void add(uint64_t variable, uint64_t size, uint64_t zone, bool has_signature);

  bool contain(uint64_t address, uint64_t size) const {
    if ((address & 7) + size > 8) return contain_any(address, size);
    const uint8_t* bytes = leaf_of(address);
    return bytes != nullptr && (bytes[(address & kInPage) / 8] >> (address & 7) & ((1u << size) - 1)) != 0;
  }
  // The variable whose zone the access overlaps, or null.
  struct Variable {
    uint64_t address, size, zone;
  };
  const Variable* find(uint64_t address, uint64_t size) const;
  // Whether there is a red zone between the two addresses, so that they are those of different variables.
  bool separate(uint64_t low, uint64_t high) const;

 private:
  static constexpr uint64_t kPage = 4096, kInPage = kPage - 1;
  static constexpr uint64_t kLevel = 18;  // the bits of an address per level of the table, above the 12 of a page

  // The leaf has a mask of red-zone bytes for each word of the page.
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
