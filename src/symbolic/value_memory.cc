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
  if (object.starts_undefined) result.join(undefined());
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

// The cells of an object that an access may refer to, by their keys: few offsets have cells of their own.
std::vector<uint64_t> ValueAnalysis::cells_of(ObjectId id, const Offsets& offsets, uint64_t bytes) {
  if (!offsets.is_bounded()) merge_cells(id, offsets);
  const uint64_t modulus = cells_[id].modulus, size = objects_[id].size;
  std::vector<uint64_t> keys;
  if (!offsets.is_bounded())
    keys.push_back(static_cast<uint64_t>(offsets.first) % modulus);
  else
    for (uint64_t at : offsets.within(size - bytes + 1, UINT64_MAX)) keys.push_back(modulus != 0 ? at % modulus : at);
  return keys;
}

void ValueAnalysis::load_cell(ObjectId id, uint64_t key, uint64_t bytes, AbstractValue& result) const {
  const MemoryObject& object = objects_[id];
  const Cells& cells = cells_[id];
  const uint64_t modulus = cells.modulus;
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
    return;
  }
  constexpr uint64_t kMostReads = 4096;
  uint64_t reads = 0;
  for (uint64_t at = key; at + bytes <= object.size && reads < kMostReads; at += modulus, ++reads)
    initial_values(id, at, bytes, result);
  if (reads == kMostReads) result.add_any_number();
}

AbstractValue ValueAnalysis::load(const AbstractValue& address, uint64_t bytes) {
  AbstractValue result;
  for (const auto& [id, offsets] : address.pointers())
    if (objects_[id].is_memory() && bytes <= objects_[id].size)
      for (uint64_t key : cells_of(id, offsets, bytes)) load_cell(id, key, bytes, result);
  return result;
}

void ValueAnalysis::store(const AbstractValue& address, uint64_t bytes, const AbstractValue& value) {
  for (const auto& [id, offsets] : address.pointers())
    if (objects_[id].is_memory() && bytes <= objects_[id].size)
      for (uint64_t key : cells_of(id, offsets, bytes)) changed_ |= cells_[id].values[{key, bytes}].join(value);
}

AbstractValue ValueAnalysis::everything_in(ObjectId id) const {
  AbstractValue all = AbstractValue::any_number();
  const MemoryObject& object = objects_[id];
  if (object.starts_undefined) all.join(undefined());
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

bool ValueAnalysis::is_address_at(ObjectId object, uint64_t offset) const {
  AbstractValue value;
  const uint64_t modulus = cells_[object].modulus;
  load_cell(object, modulus == 0 ? offset : offset % modulus, 8, value);
  return !value.pointers().empty() && !value.has_any_number();
}

void ValueAnalysis::copy(const AbstractValue& to, const AbstractValue& from, const AbstractValue& bytes) {
  const bool is_known = bytes.is_numbers() && bytes.numbers().size() == 1;
  auto is_cell_by_cell = [&](ObjectId id, const Offsets& offsets) {
    return is_known && offsets.is_exact() && offsets.first >= 0 && cells_[id].modulus == 0;
  };
  for (const auto& [source, source_offsets] : from.pointers()) {
    if (!objects_[source].is_memory()) continue;
    const AbstractValue all = everything_in(source);
    for (const auto& [target, target_offsets] : to.pointers()) {
      if (!objects_[target].is_memory()) continue;
      if (source != target && is_cell_by_cell(source, source_offsets) && is_cell_by_cell(target, target_offsets))
        copy_cells(target, static_cast<uint64_t>(target_offsets.first), source,
                   static_cast<uint64_t>(source_offsets.first), bytes.numbers()[0]);
      else
        changed_ |= cells_[target].everywhere.join(all);
    }
  }
}

// A cell inside the copied range is copied to the corresponding offset. The values of cells that are only partly
// inside, and the initial numbers of the source, may be anywhere in the copy.
void ValueAnalysis::copy_cells(ObjectId to, uint64_t to_offset, ObjectId from, uint64_t from_offset, uint64_t bytes) {
  if (bytes == 0 || to_offset + bytes > objects_[to].size || from_offset + bytes > objects_[from].size) return;
  std::map<std::pair<uint64_t, uint64_t>, AbstractValue>& copies = cells_[to].values;
  AbstractValue rest = AbstractValue::any_number();
  if (objects_[from].starts_undefined) rest.join(undefined());
  rest.join(cells_[from].everywhere);
  auto take = [&](uint64_t offset, uint64_t size, const AbstractValue& value) {
    if (offset + size <= from_offset || offset >= from_offset + bytes) return;
    if (offset >= from_offset && offset + size <= from_offset + bytes)
      changed_ |= copies[{offset - from_offset + to_offset, size}].join(value);
    else
      rest.join(value);
  };
  for (const auto& [where, value] : cells_[from].values) take(where.first, where.second, value);
  for (const auto& [where, address] : objects_[from].pointers)
    take(where, 8,
         AbstractValue::pointer(static_cast<ObjectId>(address >> 32),
                                static_cast<int64_t>((address & 0xffffffff) - kMiddle)));
  changed_ |= copies[{to_offset, bytes}].join(rest);
}

}  // namespace mover::symbolic
