#include "memory/red_zones.h"

#include <algorithm>
#include <cstring>

#include "base/private_memory.h"
#include "memory/access.h"
#include "memory/shadow.h"

#define PC __builtin_return_address(0)

namespace mover::runtime {

RedZones red_zones;

namespace {

// Must be equal to the signature in src/instrument/red_zones.cc.
constexpr uint8_t kSignature[16] = {0x9d, 0x4d, 0x6f, 0x76, 0x65, 0x72, 0xfe, 0x7a,
                                    0x6f, 0x6e, 0x65, 0xfd, 0xe1, 0x01, 0x83, 0xfb};

}  // namespace

uint8_t* RedZones::make_leaf(uint64_t address) {
  if (top_ == nullptr) top_ = static_cast<uint8_t***>(reserve(sizeof(uint8_t**) << kLevel));
  uint8_t**& middle = top_[address >> 30 & ((1 << kLevel) - 1)];
  if (middle == nullptr) middle = static_cast<uint8_t**>(reserve(sizeof(uint8_t*) << kLevel));
  uint8_t*& leaf = middle[address >> 12 & ((1 << kLevel) - 1)];
  if (leaf == nullptr) {
    leaf = static_cast<uint8_t*>(private_allocate(kPage / 8));
    std::memset(leaf, 0, kPage / 8);
  }
  return leaf;
}

void RedZones::add(uint64_t variable, uint64_t size, uint64_t zone, bool has_signature) {
  const uint64_t begin = variable + size, end = begin + zone;
  if (has_signature && std::memcmp(reinterpret_cast<void*>(begin), kSignature, sizeof kSignature) != 0) return;
  variables_.push_back({variable, size, zone});
  for (uint64_t word = begin & ~7ull; word < end; word += 8)
    make_leaf(word)[(word & kInPage) / 8] |= bytes_of_word(word, begin, end);
}

bool RedZones::contain_any(uint64_t address, uint64_t size) const {
  const uint64_t end = address + size;
  for (uint64_t word = address & ~7ull; word < end; word += 8) {
    const uint8_t* bytes = leaf_of(word);
    if (bytes == nullptr) {
      word |= kInPage & ~7ull;  // the next page
      continue;
    }
    const uint8_t zone = bytes[(word & kInPage) / 8];
    if (zone != 0 && (zone & bytes_of_word(word, address, end)) != 0) return true;
  }
  return false;
}

const RedZones::Variable* RedZones::find(uint64_t address, uint64_t size) const {
  for (const Variable& variable : variables_) {
    const uint64_t begin = variable.address + variable.size;
    if (address < begin + variable.zone && begin < address + size) return &variable;
  }
  return nullptr;
}

bool RedZones::separate(uint64_t low, uint64_t high) const {
  const auto is_between = [&](const Variable& variable) {
    const uint64_t begin = variable.address + variable.size;
    return low < begin && begin < high && variable.address <= low;
  };
  return std::any_of(variables_.begin(), variables_.end(), is_between);
}

std::string out_of_bounds(uint64_t address, uint64_t size, bool write, const std::string& object, uint64_t begin,
                          uint64_t has) {
  return std::string(write ? "writes " : "reads ") + std::to_string(size) + (size == 1 ? " byte" : " bytes") +
         " out of bounds, at offset " + std::to_string(static_cast<int64_t>(address - begin)) + " of " + object +
         ", which has " + std::to_string(has);
}

}  // namespace mover::runtime

using namespace mover;
using namespace mover::runtime;

// A variable after which src/instrument has inserted a red zone.
struct ZonedGlobal {
  uint64_t address, size, zone, has_signature;
};
MOVER_EXPORT void __mover_global_zones(const ZonedGlobal* globals, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i)
    red_zones.add(globals[i].address, globals[i].size, globals[i].zone, globals[i].has_signature != 0);
}

// The address of an access was computed from that of a variable, and the access goes beyond the variable's bounds.
MOVER_EXPORT void __mover_out_of_bounds(const void* where, uint64_t size, const void* variable, uint64_t has,
                                        int write) {
  if (!world.controls()) return;
  const auto begin = reinterpret_cast<uint64_t>(variable);
  world.fail(FindingKind::Memory,
             kept_text(out_of_bounds(reinterpret_cast<uint64_t>(where), size, write != 0, describe(begin, kWhole),
                                     begin, has)),
             location(PC));
}
