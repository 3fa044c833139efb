// Joins and other operations of abstract values.
#include "symbolic/abstract_value.h"

#include <algorithm>
#include <numeric>

namespace mover::symbolic {

// The canonical form: 0 <= first < stride, unless the stride is 0.
static Offsets normal(uint64_t stride, int64_t first) {
  if (stride == 0) return {0, first};
  const auto modulus = static_cast<int64_t>(stride);
  return {stride, ((first % modulus) + modulus) % modulus};
}

// A set of more offsets than this is approximated by all integers that are congruent modulo its stride. So a pointer
// that a loop moves has few abstract values.
constexpr uint64_t kMostOffsets = 16;

Offsets without_bounds(const Offsets& a) { return normal(a.stride, a.first); }

Offsets joined(const Offsets& a, const Offsets& b) {
  const auto distance = static_cast<uint64_t>(a.first < b.first ? b.first - a.first : a.first - b.first);
  const uint64_t stride = std::gcd(std::gcd(a.stride, b.stride), distance);
  if (stride == 0 || !a.is_bounded() || !b.is_bounded()) return normal(stride, a.first);
  const int64_t first = std::min(a.first, b.first), last = std::max(a.last(), b.last());
  const uint64_t more = static_cast<uint64_t>(last - first) / stride;
  return more < kMostOffsets ? Offsets{stride, first, more} : normal(stride, first);
}

Offsets moved(const Offsets& a, int64_t by) {
  if (a.is_bounded()) return {a.stride, a.first + by, a.more};
  return normal(a.stride, a.first + by);
}

Offsets spread(const Offsets& a, uint64_t stride) {
  return stride == 0 ? a : normal(std::gcd(a.stride, stride), a.first);
}

std::vector<uint64_t> Offsets::within(uint64_t size, uint64_t most) const {
  std::vector<uint64_t> result;
  const auto step = static_cast<int64_t>(stride);
  const int64_t end = is_bounded() ? std::min(last() + 1, static_cast<int64_t>(size)) : static_cast<int64_t>(size);
  for (int64_t offset = first; offset < end && result.size() < most; offset += std::max<int64_t>(step, 1))
    if (offset >= 0) result.push_back(static_cast<uint64_t>(offset));
  return result;
}

AbstractValue AbstractValue::number(uint64_t value) {
  AbstractValue v;
  v.add_number(value);
  return v;
}

AbstractValue AbstractValue::any_number() {
  AbstractValue v;
  v.any_number_ = true;
  return v;
}

AbstractValue AbstractValue::pointer(ObjectId object, int64_t offset) {
  AbstractValue v;
  v.add_pointer(object, {0, offset});
  return v;
}

AbstractValue AbstractValue::undefined() {
  AbstractValue v;
  v.maybe_undefined_ = true;
  return v;
}

bool AbstractValue::add_number(uint64_t value) {
  if (any_number_) return false;
  auto at = std::lower_bound(numbers_.begin(), numbers_.end(), value);
  if (at != numbers_.end() && *at == value) return false;
  if (numbers_.size() == kMostNumbers) return add_any_number();
  numbers_.insert(at, value);
  return true;
}

bool AbstractValue::add_any_number() {
  if (any_number_) return false;
  any_number_ = true;
  numbers_.clear();
  return true;
}

bool AbstractValue::add_undefined() {
  if (maybe_undefined_) return false;
  return maybe_undefined_ = true;
}

bool AbstractValue::add_pointer(ObjectId object, const Offsets& offsets) {
  auto at = std::lower_bound(pointers_.begin(), pointers_.end(), object,
                             [](const auto& entry, ObjectId wanted) { return entry.first < wanted; });
  if (at == pointers_.end() || at->first != object) {
    pointers_.insert(at, {object, offsets});
    return true;
  }
  const Offsets both = joined(at->second, offsets);
  if (both == at->second) return false;
  at->second = both;
  return true;
}

bool AbstractValue::join(const AbstractValue& other) {
  bool changes = false;
  if (other.any_number_) changes |= add_any_number();
  if (other.maybe_undefined_) changes |= add_undefined();
  for (uint64_t number : other.numbers_) changes |= add_number(number);
  for (const auto& [object, offsets] : other.pointers_) changes |= add_pointer(object, offsets);
  return changes;
}

bool AbstractValue::may_be_zero() const {
  return any_number_ || maybe_undefined_ || (!numbers_.empty() && numbers_.front() == 0);
}

bool AbstractValue::must_be_zero() const {
  return !any_number_ && !maybe_undefined_ && pointers_.empty() && numbers_.size() == 1 && numbers_[0] == 0;
}

}  // namespace mover::symbolic
