// Values of which some bits may be uninitialised. Within a step, the circuit tracks undefined bits one by one, by the
// rules of the interpreter (vm/arithmetic.cc): programs rely on them where they write bit-fields. Between steps, the
// circuit has one latch for a register or byte, so a value counts as undefined if one of its bits may be.
//
// A branch on an undefined value is an error. If memory errors are not checked, it is a choice.
#include <algorithm>

#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Op;

Word Builder::undefined_bits(const Value& value, unsigned width) const {
  return value.undefined_bits.empty() ? Word(width, value.undefined) : fit(value.undefined_bits, width);
}

Value Builder::partly_undefined(Word bits, Word undefined_bits) {
  const Literal first = undefined_bits.empty() ? kFalse : undefined_bits[0];
  if (std::all_of(undefined_bits.begin(), undefined_bits.end(), [&](Literal bit) { return bit == first; }))
    return {std::move(bits), first};
  const Literal any = circuit::any_bit(c_, undefined_bits);
  return {std::move(bits), any, std::move(undefined_bits)};
}

// The value with another number of bits. Further bits are zeros.
Value Builder::resized(const Value& value, unsigned width) {
  if (value.undefined_bits.empty()) return {fit(value.bits, width), value.undefined};
  return partly_undefined(fit(value.bits, width), fit(value.undefined_bits, width));
}

Value Builder::part(const Value& value, unsigned from, unsigned width) {
  if (value.undefined_bits.empty()) return {circuit::extract(value.bits, from, width), value.undefined};
  return partly_undefined(circuit::extract(value.bits, from, width),
                          circuit::extract(value.undefined_bits, from, width));
}

namespace {

// The number that the word is, if it has no bit that depends on the state.
std::optional<uint64_t> constant_in(const Word& word) {
  uint64_t result = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (word[i] != kTrue && word[i] != kFalse) return std::nullopt;
    if (word[i] == kTrue && i >= 64) return std::nullopt;
    if (word[i] == kTrue) result |= uint64_t{1} << i;
  }
  return result;
}

}  // namespace

// The result of an operation with its undefined bits. For operations that have no rule, all bits of the result are
// undefined if one bit of an operand is.
Value Builder::with_undefined_bits(Op op, const Value& a, const Value& b, Word result) {
  const auto width = static_cast<unsigned>(result.size());
  const Literal any = either(a.undefined, b.undefined);
  if (any == kFalse) return {std::move(result)};
  const Word in_a = undefined_bits(a, width), in_b = undefined_bits(b, width);
  Word undefined(width, any);
  switch (op) {
    case Op::And:
    case Op::Or:
      // A bit of the other operand that is 0 (And) or 1 (Or) determines the result.
      for (unsigned i = 0; i < width; ++i) {
        const Literal open_a = op == Op::And ? a.bits[i] : circuit::negate(a.bits[i]);
        const Literal open_b = op == Op::And ? b.bits[i] : circuit::negate(b.bits[i]);
        undefined[i] = both(either(in_a[i], in_b[i]), both(either(in_a[i], open_a), either(in_b[i], open_b)));
      }
      break;
    case Op::Xor:
      for (unsigned i = 0; i < width; ++i) undefined[i] = either(in_a[i], in_b[i]);
      break;
    case Op::Add:
    case Op::Sub: {
      if (width > 64) break;
      Literal below = kFalse;  // the carry may be undefined
      for (unsigned i = 0; i < width; ++i) undefined[i] = below = either(below, either(in_a[i], in_b[i]));
      break;
    }
    case Op::Shl:
    case Op::LShr:
    case Op::AShr: {
      const std::optional<uint64_t> by = constant_in(b.bits);
      if (b.undefined != kFalse || !by || *by >= width) break;
      undefined = op == Op::Shl    ? circuit::shl(c_, in_a, b.bits)
                  : op == Op::LShr ? circuit::lshr(c_, in_a, b.bits)
                                   : circuit::ashr(c_, in_a, b.bits);
      break;
    }
    default:
      break;
  }
  return partly_undefined(std::move(result), std::move(undefined));
}

// Whether the outcome of a comparison is undefined. If defined bits differ, the operands are not equal.
Literal Builder::comparison_is_undefined(ir::Predicate predicate, const Value& a, const Value& b) {
  const Literal any = either(a.undefined, b.undefined);
  const auto width = static_cast<unsigned>(a.bits.size());
  if (any == kFalse || width > 64 || (predicate != ir::Predicate::Eq && predicate != ir::Predicate::Ne)) return any;
  const Word in_a = undefined_bits(a, width), in_b = undefined_bits(b, width);
  Literal differ = kFalse;
  for (unsigned i = 0; i < width; ++i)
    differ = either(differ, both(circuit::negate(either(in_a[i], in_b[i])), c_.exclusive_or(a.bits[i], b.bits[i])));
  return both(any, circuit::negate(differ));
}

// A number below `alternatives`, which determines how the execution continues if a value is undefined. It is the number
// of the interpreter's choice.
Word Builder::alternative(Literal undefined, uint64_t alternatives, const std::string& message) {
  if (!checked_.memory_excluded) end_if(undefined, BadKind::Memory, message);
  const Literal chooses = both(guard_, undefined);
  if (chooses == kFalse) return circuit::constant_word(0, 32);
  const Word value = circuit::input_word(c_, "alternative at " + node_name(thread_, node_), 32);
  constraints_.push_back(c_.implies(both(threads_[thread_].scheduled, chooses),
                                    circuit::ult(c_, value, circuit::constant_word(alternatives, 32))));
  model_.chosen[{thread_, node_}] = value;
  return value;
}

// An undefined value. Its bits are `bits`, or those of one arbitrary value if its uses are to agree.
Value Builder::any_undefined(unsigned width, const Word& bits) {
  if (!checked_.freezes_undefined) return {bits, kTrue};
  return {circuit::input_word(c_, "undefined at " + node_name(thread_, node_), width), kTrue};
}

// The number of the alternative that a decision takes. `taken` is this number if the value that decides is defined. If
// uses of undefined values agree, this is so for an undefined value, too.
Word Builder::decided(Literal undefined, const Word& taken, uint64_t alternatives, const std::string& message) {
  if (checked_.freezes_undefined && both(guard_, undefined) != kFalse) {
    model_.chosen[{thread_, node_}] = taken;
    return taken;
  }
  return circuit::ite(c_, undefined, alternative(undefined, alternatives, message), taken);
}

// The condition of a decision. The first alternative is that an undefined condition holds.
Literal Builder::decided(const Value& condition, const std::string& message) {
  const Word taken = {circuit::negate(circuit::any_bit(c_, condition.bits))};
  return circuit::negate(circuit::any_bit(c_, decided(condition.undefined, fit(taken, 32), 2, message)));
}

}  // namespace mover::symbolic
