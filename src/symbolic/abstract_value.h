// Abstract values: the numbers and addresses that a register or a cell of memory may hold, according to the
// flow-insensitive analysis of values.h. At every use of a value, the circuit checks that the analysis has considered
// it (docs/symbolic.md). So a value that the analysis has missed makes the verdict `unknown`, never `safe`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mover::symbolic {

using ObjectId = uint32_t;

// Addresses are numbers, as in the interpreter: objects are 2^32 bytes apart, and offset 0 is in the middle of an
// object's range of addresses.
constexpr uint64_t kMiddle = uint64_t{1} << 31;
constexpr uint64_t address_of(ObjectId object, uint64_t offset = 0) {
  return (uint64_t{object} << 32) + kMiddle + offset;
}

// The offsets first + k * stride for 0 <= k <= more, or for all integers k if `more` is 0; only `first` if stride is 0.
struct Offsets {
  uint64_t stride = 0;
  int64_t first = 0;
  uint64_t more = 0;
  bool operator==(const Offsets&) const = default;
  bool is_exact() const { return stride == 0; }
  bool is_bounded() const { return stride == 0 || more != 0; }
  int64_t last() const { return first + static_cast<int64_t>(stride * more); }  // REQUIRES: bounded
  std::vector<uint64_t> within(uint64_t size, uint64_t most) const;  // those in [0, size), at most `most` of them
};
Offsets joined(const Offsets& a, const Offsets& b);
Offsets moved(const Offsets& a, int64_t by);
Offsets spread(const Offsets& a, uint64_t stride);  // plus any multiple of the stride
Offsets without_bounds(const Offsets& a);

class AbstractValue {
 public:
  static AbstractValue number(uint64_t value);
  static AbstractValue any_number();
  static AbstractValue pointer(ObjectId object, int64_t offset);
  static AbstractValue undefined();

  bool join(const AbstractValue& other);  // returns whether this value has changed
  bool add_number(uint64_t value);
  bool add_any_number();
  bool add_pointer(ObjectId object, const Offsets& offsets);
  bool add_undefined();

  bool is_bottom() const { return !any_number_ && !maybe_undefined_ && numbers_.empty() && pointers_.empty(); }
  bool has_any_number() const { return any_number_; }
  bool maybe_undefined() const { return maybe_undefined_; }
  const std::vector<uint64_t>& numbers() const& { return numbers_; }
  std::vector<uint64_t> numbers() && { return std::move(numbers_); }
  const std::vector<std::pair<ObjectId, Offsets>>& pointers() const& { return pointers_; }
  std::vector<std::pair<ObjectId, Offsets>> pointers() && { return std::move(pointers_); }
  bool is_numbers() const { return !any_number_ && pointers_.empty() && !numbers_.empty(); }  // known numbers only
  bool may_be_zero() const;
  bool must_be_zero() const;

  static constexpr size_t kMostNumbers = 16;

 private:
  bool any_number_ = false, maybe_undefined_ = false;
  std::vector<uint64_t> numbers_;                       // ascending
  std::vector<std::pair<ObjectId, Offsets>> pointers_;  // ascending by object
};

}  // namespace mover::symbolic
