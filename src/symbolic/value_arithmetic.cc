// The results of arithmetic on abstract values.
#include <algorithm>
#include <optional>

#include "symbolic/floats.h"
#include "symbolic/values.h"
#include "vm/value.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using vm::mask_of;
using vm::sign_extend;

namespace {

std::optional<uint64_t> evaluated(const Instr& in, uint64_t a, uint64_t b) {
  const unsigned width = in.width;
  if (is_floating(in.op)) return computed_float(in, a, b);
  a &= mask_of(width), b &= mask_of(width);
  switch (in.op) {
    case Op::Add:
      return (a + b) & mask_of(width);
    case Op::Sub:
      return (a - b) & mask_of(width);
    case Op::Mul:
      return (a * b) & mask_of(width);
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return b >= width ? 0 : (a << b) & mask_of(width);
    case Op::LShr:
      return b >= width ? 0 : a >> b;
    default:
      return std::nullopt;
  }
}

bool holds(ir::Predicate predicate, uint64_t a, uint64_t b, unsigned width) {
  const int64_t sa = sign_extend(a, width), sb = sign_extend(b, width);
  a &= mask_of(width), b &= mask_of(width);
  switch (predicate) {
    case ir::Predicate::Eq:
      return a == b;
    case ir::Predicate::Ne:
      return a != b;
    case ir::Predicate::Ult:
      return a < b;
    case ir::Predicate::Ule:
      return a <= b;
    case ir::Predicate::Ugt:
      return a > b;
    case ir::Predicate::Uge:
      return a >= b;
    case ir::Predicate::Slt:
      return sa < sb;
    case ir::Predicate::Sle:
      return sa <= sb;
    case ir::Predicate::Sgt:
      return sa > sb;
    default:
      return sa >= sb;
  }
}

// An upper bound of the numbers for which an unsigned comparison of `reg` with `other` has this outcome.
std::optional<uint64_t> largest_possible(const Instr& in, ir::Operand reg, bool outcome, const AbstractValue& other) {
  const auto predicate = static_cast<ir::Predicate>(in.sub);
  const bool left = in.a == reg;
  using ir::Predicate;
  if (predicate == Predicate::Eq || predicate == Predicate::Ne) {
    if (outcome != (predicate == Predicate::Eq)) return std::nullopt;
  } else {
    const bool less = predicate == Predicate::Ult || predicate == Predicate::Ule;
    const bool greater = predicate == Predicate::Ugt || predicate == Predicate::Uge;
    if (!less && !greater) return std::nullopt;
    if ((less == left) != outcome) return std::nullopt;
  }
  return other.numbers().back() & mask_of(in.width);
}

// The value without the numbers that are not possible.
template <typename F>
AbstractValue restricted(const AbstractValue& value, std::optional<uint64_t> largest, F is_possible) {
  AbstractValue result;
  if (value.maybe_undefined()) result.add_undefined();
  for (const auto& [object, offsets] : value.pointers()) result.add_pointer(object, offsets);
  for (uint64_t number : value.numbers())
    if (is_possible(number)) result.add_number(number);
  if (!value.has_any_number()) return result;
  if (!largest || *largest >= AbstractValue::kMostNumbers || !value.pointers().empty()) {
    result.add_any_number();
    return result;
  }
  for (uint64_t number = 0; number <= *largest; ++number)
    if (is_possible(number)) result.add_number(number);
  return result;
}

// Undefined bits count as zeros: bits of a result that are defined do not depend on them.
AbstractValue with_zero_bits(AbstractValue value) {
  if (value.maybe_undefined()) value.add_number(0);
  return value;
}

}  // namespace

// The register at the node: without the values for which the branches that lead there would have gone another way.
AbstractValue ValueAnalysis::refined(ThreadIndex t, NodeId node, ir::Operand reg) const {
  AbstractValue value = any_operand(t, node, reg);
  const Context& context = threads_[t].context(node);
  const ir::Function& function = program_.functions[context.function];
  for (const analysis::Condition& condition : conditions_[context.function][threads_[t].pc_of(node)]) {
    const Instr& in = function.code[condition.comparison];
    if ((in.a == reg) == (in.b == reg)) continue;
    const AbstractValue other = any_operand(t, node, in.a == reg ? in.b : in.a);
    if (!other.is_numbers()) continue;
    const auto predicate = static_cast<ir::Predicate>(in.sub);
    auto is_possible = [&](uint64_t number) {
      return std::any_of(other.numbers().begin(), other.numbers().end(), [&](uint64_t n) {
        const bool left = in.a == reg;
        return holds(predicate, left ? number : n, left ? n : number, in.width) == condition.holds;
      });
    };
    value = restricted(value, largest_possible(in, reg, condition.holds, other), is_possible);
  }
  return value;
}

AbstractValue ValueAnalysis::compared(ThreadIndex t, NodeId node) const {
  const Instr& in = instr(t, node);
  const AbstractValue a = with_zero_bits(operand(t, node, in.a)), b = with_zero_bits(operand(t, node, in.b));
  AbstractValue result;
  if (a.maybe_undefined() || b.maybe_undefined()) result.add_undefined();
  auto both = [&] { result.add_number(0), result.add_number(1); };
  const auto predicate = static_cast<ir::Predicate>(in.sub);
  if (a.is_numbers() && b.is_numbers()) {
    for (uint64_t x : a.numbers())
      for (uint64_t y : b.numbers()) result.add_number(holds(predicate, x, y, in.width) ? 1 : 0);
    return result;
  }
  const bool equality = predicate == ir::Predicate::Eq || predicate == ir::Predicate::Ne;
  auto only_pointers = [](const AbstractValue& v) {
    return !v.has_any_number() && v.numbers().empty() && !v.pointers().empty();
  };
  if (equality && ((only_pointers(a) && b.is_numbers()) || (only_pointers(b) && a.is_numbers()))) {
    const AbstractValue& numbers = a.is_numbers() ? a : b;
    if (numbers.numbers().size() == 1 && numbers.numbers()[0] < 4096) {  // no object has such a small address
      result.add_number(predicate == ir::Predicate::Ne ? 1 : 0);
      return result;
    }
  }
  if (a.is_bottom() || b.is_bottom()) return result;
  both();
  return result;
}

AbstractValue ValueAnalysis::computed(ThreadIndex t, NodeId node) const {
  const Instr& in = instr(t, node);
  AbstractValue a = operand(t, node, in.a);
  AbstractValue result;
  switch (in.op) {
    case Op::Mov:
      return a;
    case Op::Select:
      if (a.may_be_zero()) result.join(operand(t, node, in.c));
      if (!a.must_be_zero()) result.join(operand(t, node, in.b));
      if (a.maybe_undefined()) result.add_undefined();
      return result;
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt: {
      if (a.is_bottom()) return result;
      if (a.maybe_undefined()) result.add_undefined();
      if (a.has_any_number() || (!a.pointers().empty() && in.width < 64)) result.add_any_number();
      for (uint64_t n : a.numbers())
        result.add_number(
            (in.op == Op::SExt ? static_cast<uint64_t>(sign_extend(n, static_cast<unsigned>(in.imm))) : n) &
            mask_of(in.width));
      if (in.width == 64)
        for (const auto& [object, offsets] : a.pointers()) result.add_pointer(object, offsets);
      return result;
    }
    case Op::PtrAdd: {
      const AbstractValue b = operand(t, node, in.b);
      if (a.is_bottom() || b.is_bottom()) return result;
      if (a.maybe_undefined() || b.maybe_undefined()) result.add_undefined();
      for (const auto& [object, offsets] : a.pointers()) {
        for (uint64_t n : b.numbers())
          result.add_pointer(object, moved(offsets, static_cast<int64_t>(n * static_cast<uint64_t>(in.imm))));
        if (b.has_any_number() || !b.pointers().empty())
          result.add_pointer(object, spread(offsets, static_cast<uint64_t>(in.imm < 0 ? -in.imm : in.imm)));
      }
      for (uint64_t x : a.numbers())
        for (uint64_t y : b.numbers()) result.add_number(x + y * static_cast<uint64_t>(in.imm));
      if (a.has_any_number() || (b.has_any_number() && !a.numbers().empty())) result.add_any_number();
      return result;
    }
    default:
      break;
  }
  a = with_zero_bits(std::move(a));
  const AbstractValue b = in.b == ir::kNoOperand ? AbstractValue::number(0) : with_zero_bits(operand(t, node, in.b));
  if (a.is_bottom() || b.is_bottom()) return result;
  if (a.maybe_undefined() || b.maybe_undefined()) result.add_undefined();
  if (a.is_numbers() && b.is_numbers()) {
    for (uint64_t x : a.numbers())
      for (uint64_t y : b.numbers()) {
        if (std::optional<uint64_t> r = evaluated(in, x, y))
          result.add_number(*r);
        else
          result.add_any_number();
      }
    return result;
  }
  const bool keeps_objects =
      in.op == Op::Add || in.op == Op::Sub || in.op == Op::And || in.op == Op::Or || in.op == Op::Xor;
  if (in.width == 64 && keeps_objects) {
    auto shifted = [&](const AbstractValue& pointer, const AbstractValue& number, bool subtracts) {
      for (const auto& [object, offsets] : pointer.pointers()) {
        for (uint64_t n : number.numbers())
          result.add_pointer(object, in.op == Op::Add || in.op == Op::Sub
                                         ? moved(offsets, static_cast<int64_t>(subtracts ? 0 - n : n))
                                         : Offsets{1, 0});
        if (number.has_any_number()) result.add_pointer(object, Offsets{1, 0});
      }
    };
    shifted(a, b, in.op == Op::Sub);
    if (in.op != Op::Sub) shifted(b, a, false);
  }
  result.add_any_number();
  return result;
}

}  // namespace mover::symbolic
