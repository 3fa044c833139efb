// Values and addresses.
//
// An address is a number: (slot << 32) + 2^31 + offset, where slot is the object's index in the state. Objects are 4
// GiB apart, so address arithmetic is integer arithmetic, and an out-of-bounds access never accesses another object.
// Slots with the top bit set are immutable (constants, functions) and not part of the state.
//
// Besides its bits a value has a tag. The tag says whether the value is an address (so that the canonical form can
// rename objects) and whether some of its bits are undefined (so that a branch on them is detected). In `bits`,
// undefined bits are 0. If executions continue after uses of undefined values, the undefined bits are those of a term
// over unknown values (unknown_values.cc).
#pragma once

#include <cstdint>

#include "machine/machine.h"
#include "terms/terms.h"

namespace mover::vm {

using Slot = uint32_t;
constexpr Slot kImmutable = 0x80000000u;

inline Address address_of(Slot slot, int64_t offset = 0) {
  return (static_cast<uint64_t>(slot) << 32) + 0x80000000u + static_cast<uint64_t>(offset);
}
inline Slot slot_of(Address address) { return static_cast<Slot>(address >> 32); }
inline int64_t offset_of(Address address) { return static_cast<int64_t>(address & 0xffffffffu) - 0x80000000ll; }

using Tag = uint8_t;
constexpr Tag kPlain = 0, kPointer = 1, kUndefined = 2;

struct Value {
  uint64_t bits = 0;
  uint64_t undefined = 0;  // the mask of undefined bits
  Tag tag = kPlain;
  terms::TermId term = 0;  // the undefined bits; 0: arbitrary ones
};

inline uint64_t mask_of(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
inline int64_t sign_extend(uint64_t bits, unsigned width) {
  if (width >= 64) return static_cast<int64_t>(bits);
  unsigned shift = 64 - width;
  return static_cast<int64_t>(bits << shift) >> shift;
}

}  // namespace mover::vm
