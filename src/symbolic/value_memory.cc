// The abstract contents of memory. An object has cells, and each cell holds all values that the program may store in
// it.
#include <numeric>

#include "symbolic/values.h"

namespace mover::symbolic {

uint64_t ValueAnalysis::initial(ObjectId id, uint64_t offset, unsigned bytes) const {
  const MemoryObject& object = objects_[id];
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const uint64_t at = offset + i;
    uint64_t byte = at < object.bytes.size() ? object.bytes[at] : 0;
    for (const auto& [where, address] : object.pointers)
      if (at >= where && at < where + 8) byte = address >> (8 * (at - where)) & 0xff;
    value |= byte << (8 * i);
  }
  return value;
}

void ValueAnalysis::initial_values(ObjectId id, uint64_t offset, uint64_t bytes, AbstractValue& result) const {
  const MemoryObject& object = objects_[id];
  if (object.starts_undefined) result.add_undefined();
  if (object.starts_undefined || bytes == 0 || bytes > 8 || offset + bytes > object.size) return;
  for (const auto& [where, address] : object.pointers) {
    if (where + 8 <= offset || where >= offset + bytes) continue;
    if (where == offset && bytes == 8)
      result.add_pointer(static_cast<ObjectId>(address >> 32),
                         {0, static_cast<int64_t>((address & 0xffffffff) - kMiddle)});
    else
      result.add_any_number();
    return;
  }
  result.add_number(initial(id, offset, static_cast<unsigned>(bytes)));
}

// Merges the cells of the object whose offsets are equal modulo the greatest common divisor of all strides that the
// program uses in it.
void ValueAnalysis::merge_cells(ObjectId id, const Offsets& offsets) {
  if (offsets.is_exact()) return;
  Cells& cells = cells_[id];
  const uint64_t modulus = std::gcd(cells.modulus, offsets.stride);
  if (modulus == cells.modulus) return;
  cells.modulus = modulus;
  changed_ = true;
  std::map<std::pair<uint64_t, uint64_t>, AbstractValue> merged;
  for (const auto& [key, value] : cells.values) merged[{key.first % modulus, key.second}].join(value);
  cells.values = std::move(merged);
}

AbstractValue ValueAnalysis::load(const AbstractValue& address, uint64_t bytes) {
  AbstractValue result;
  for (const auto& [id, offsets] : address.pointers()) {
    const MemoryObject& object = objects_[id];
    if (!object.is_memory() || bytes > object.size) continue;
    merge_cells(id, offsets);
    Cells& cells = cells_[id];
    const uint64_t modulus = cells.modulus;
    const auto first = static_cast<uint64_t>(offsets.first);
    const uint64_t key = modulus != 0 ? first % modulus : first;
    result.join(cells.everywhere);
    for (const auto& [where, value] : cells.values) {
      if (where == std::pair{key, bytes}) {
        result.join(value);
        continue;
      }
      const bool overlaps = modulus != 0 ? (where.first + where.second > modulus || key + bytes > modulus ||
                                            (where.first < key + bytes && key < where.first + where.second))
                                         : where.first < key + bytes && key < where.first + where.second;
      if (!overlaps) continue;
      result.join(value);
      result.add_any_number();
    }
    if (modulus == 0) {
      initial_values(id, key, bytes, result);
    } else {
      constexpr uint64_t kMostReads = 4096;
      uint64_t reads = 0;
      for (uint64_t at = key; at + bytes <= object.size && reads < kMostReads; at += modulus, ++reads)
        initial_values(id, at, bytes, result);
      if (reads == kMostReads) result.add_any_number();
    }
  }
  return result;
}

void ValueAnalysis::store(const AbstractValue& address, uint64_t bytes, const AbstractValue& value) {
  for (const auto& [id, offsets] : address.pointers()) {
    const MemoryObject& object = objects_[id];
    if (!object.is_memory() || bytes > object.size) continue;
    merge_cells(id, offsets);
    Cells& cells = cells_[id];
    const auto first = static_cast<uint64_t>(offsets.first);
    changed_ |= cells.values[{cells.modulus != 0 ? first % cells.modulus : first, bytes}].join(value);
  }
}

AbstractValue ValueAnalysis::everything_in(ObjectId id) const {
  AbstractValue all = AbstractValue::any_number();
  const MemoryObject& object = objects_[id];
  if (object.starts_undefined) all.add_undefined();
  all.join(cells_[id].everywhere);
  for (const auto& [where, value] : cells_[id].values) all.join(value);
  for (const auto& [where, address] : object.pointers)
    all.add_pointer(static_cast<ObjectId>(address >> 32), {0, static_cast<int64_t>((address & 0xffffffff) - kMiddle)});
  return all;
}

bool ValueAnalysis::may_hold_address_of(ObjectId holder, ObjectId object) const {
  for (const auto& [id, offsets] : everything_in(holder).pointers())
    if (id == object) return true;
  return false;
}

void ValueAnalysis::copy(const AbstractValue& to, const AbstractValue& from) {
  AbstractValue all;
  for (const auto& [id, offsets] : from.pointers())
    if (objects_[id].is_memory()) all.join(everything_in(id));
  for (const auto& [id, offsets] : to.pointers())
    if (objects_[id].is_memory()) changed_ |= cells_[id].everywhere.join(all);
}

}  // namespace mover::symbolic
