#include "ltl/typed.h"

#include "support/check.h"

namespace mover::ltl {

namespace {

using Op = Expression::Op;
using Kind = Typed::Kind;

std::optional<uint64_t> load(const Typed& lvalue, const Type& type, const Machine& machine) {
  const std::optional<Address> address = address_of(lvalue, machine);
  if (!address) return std::nullopt;
  const unsigned width = type.kind == Type::Kind::Integer ? type.width : 64;
  const uint64_t size = lvalue.bit_size != 0 ? (lvalue.bit_offset + lvalue.bit_size + 7) / 8 : width / 8;
  std::optional<uint64_t> bits = machine.inspection().read(*address, size);
  if (!bits) return std::nullopt;
  if (lvalue.bit_size == 0) return extended(*bits, type);
  return extended(*bits >> lvalue.bit_offset, {Type::Kind::Integer, lvalue.bit_size, type.is_signed, 0});
}

std::optional<uint64_t> divide(Op op, uint64_t a, uint64_t b, bool is_signed) {
  if (b == 0) return std::nullopt;
  if (!is_signed) return op == Op::Divide ? a / b : a % b;
  if (b == UINT64_MAX) return op == Op::Divide ? 0 - a : 0;  // b is -1; x / y would overflow for the smallest x
  const auto x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
  return static_cast<uint64_t>(op == Op::Divide ? x / y : x % y);
}

// `type`: the type to which the operands were converted.
std::optional<uint64_t> compute(Op op, uint64_t a, uint64_t b, const Type& type) {
  auto less = [&](uint64_t x, uint64_t y) {
    return type.is_signed ? static_cast<int64_t>(x) < static_cast<int64_t>(y) : x < y;
  };
  switch (op) {
    case Op::Multiply:
      return a * b;
    case Op::Divide:
    case Op::Remainder:
      return divide(op, a, b, type.is_signed);
    case Op::Add:
      return a + b;
    case Op::Subtract:
      return a - b;
    case Op::ShiftLeft:
      return b < type.width ? std::optional(a << b) : std::nullopt;
    case Op::ShiftRight:
      if (b >= type.width) return std::nullopt;
      return type.is_signed ? static_cast<uint64_t>(static_cast<int64_t>(a) >> b) : a >> b;
    case Op::Less:
      return less(a, b);
    case Op::LessOrEqual:
      return !less(b, a);
    case Op::Greater:
      return less(b, a);
    case Op::GreaterOrEqual:
      return !less(a, b);
    case Op::Equal:
      return a == b;
    case Op::NotEqual:
      return a != b;
    case Op::BitAnd:
      return a & b;
    case Op::BitXor:
      return a ^ b;
    case Op::BitOr:
      return a | b;
    default:
      MOVER_UNREACHABLE("every binary operator has a case");
  }
}

std::optional<uint64_t> binary(const Typed& e, const Machine& machine) {
  std::optional<uint64_t> a = value_of(e.operands[0], machine);
  if (!a) return std::nullopt;
  if (e.op == Op::And || e.op == Op::Or) {
    if ((*a != 0) == (e.op == Op::Or)) return e.op == Op::Or;
    const std::optional<uint64_t> b = value_of(e.operands[1], machine);
    return b ? std::optional<uint64_t>(*b != 0) : std::nullopt;
  }
  std::optional<uint64_t> b = value_of(e.operands[1], machine);
  if (!b) return std::nullopt;
  if (e.type.kind == Type::Kind::Pointer) return e.op == Op::Add ? *a + *b * e.number : *a - *b * e.number;
  const bool is_shift = e.op == Op::ShiftLeft || e.op == Op::ShiftRight;
  a = extended(*a, e.converted);
  if (!is_shift) b = extended(*b, e.converted);
  const std::optional<uint64_t> result = compute(e.op, *a, *b, e.converted);
  return result ? std::optional(extended(*result, e.type)) : std::nullopt;
}

std::optional<uint64_t> unary(const Typed& e, const Machine& machine) {
  const std::optional<uint64_t> a = value_of(e.operands[0], machine);
  if (!a) return std::nullopt;
  if (e.op == Op::Not) return *a == 0;
  return extended(e.op == Op::Minus ? 0 - *a : ~*a, e.type);
}

bool is_at(const Typed& e, const Machine& machine) {
  if (e.thread) return (machine.inspection().places(*e.thread) & e.number) != 0;
  for (ThreadId t = 0; t < machine.num_threads(); ++t)
    if ((machine.inspection().places(t) & e.number) != 0) return true;
  return false;
}

}  // namespace

uint64_t extended(uint64_t bits, const Type& type) {
  if (type.kind != Type::Kind::Integer || type.width >= 64) return bits;
  const unsigned shift = 64 - type.width;
  const uint64_t up = bits << shift;
  return type.is_signed ? static_cast<uint64_t>(static_cast<int64_t>(up) >> shift) : up >> shift;
}

std::optional<Address> address_of(const Typed& lvalue, const Machine& machine) {
  const Inspection& inspection = machine.inspection();
  auto unless_null = [](Address address) { return address == 0 ? std::nullopt : std::optional(address); };
  switch (lvalue.kind) {
    case Kind::Global:
      return inspection.address_of_global(static_cast<ir::GlobalId>(lvalue.number));
    case Kind::ThreadLocal:
      return unless_null(inspection.address_of_copy(*lvalue.thread, static_cast<ir::GlobalId>(lvalue.number)));
    case Kind::Local:
      return unless_null(inspection.address_of_local(*lvalue.thread, lvalue.declarations));
    case Kind::Pointee:
      return value_of(lvalue.operands[0], machine);
    case Kind::Offset: {
      const std::optional<Address> base = address_of(lvalue.operands[0], machine);
      return base ? std::optional(*base + lvalue.number) : std::nullopt;
    }
    case Kind::Element: {
      const std::optional<Address> base = address_of(lvalue.operands[0], machine);
      const std::optional<uint64_t> index = base ? value_of(lvalue.operands[1], machine) : std::nullopt;
      return index ? std::optional(*base + *index * lvalue.number) : std::nullopt;
    }
    default:
      MOVER_UNREACHABLE("the expression is an lvalue");
  }
}

std::optional<uint64_t> value_of(const Typed& e, const Machine& machine) {
  switch (e.kind) {
    case Kind::Constant:
      return e.number;
    case Kind::Load:
      return load(e.operands[0], e.type, machine);
    case Kind::Address:
      return address_of(e.operands[0], machine);
    case Kind::Unary:
      return unary(e, machine);
    case Kind::Binary:
      return binary(e, machine);
    case Kind::At:
      return is_at(e, machine);
    case Kind::Holds: {
      const std::optional<Address> lock = address_of(e.operands[0], machine);
      return lock && holds_lock(machine, *e.thread, *lock, true);
    }
    case Kind::Enabled:
      return machine.inspection().can_take_step(*e.thread);
    default:
      MOVER_UNREACHABLE("the expression is a value");
  }
}

}  // namespace mover::ltl
