// Atomic read-modify-write operations: exchange, arithmetic, compare-and-swap.
#include "ir/names.h"
#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;

namespace {

uint64_t float_rmw(ir::RmwOp op, uint64_t a, uint64_t b, unsigned width) {
  auto combine = [op](auto x, auto y) { return op == ir::RmwOp::FAdd ? x + y : x - y; };
  uint64_t result = 0;
  if (width == 32) {
    float x, y;
    std::memcpy(&x, &a, 4), std::memcpy(&y, &b, 4);
    float r = combine(x, y);
    std::memcpy(&result, &r, 4);
  } else {
    double x, y;
    std::memcpy(&x, &a, 8), std::memcpy(&y, &b, 8);
    double r = combine(x, y);
    std::memcpy(&result, &r, 8);
  }
  return result;
}

uint64_t integer_rmw(ir::RmwOp op, uint64_t a, uint64_t b, unsigned width) {
  int64_t sa = sign_extend(a, width), sb = sign_extend(b, width);
  switch (op) {
    case ir::RmwOp::Xchg:
      return b;
    case ir::RmwOp::Add:
      return a + b;
    case ir::RmwOp::Sub:
      return a - b;
    case ir::RmwOp::And:
      return a & b;
    case ir::RmwOp::Nand:
      return ~(a & b);
    case ir::RmwOp::Or:
      return a | b;
    case ir::RmwOp::Xor:
      return a ^ b;
    case ir::RmwOp::Max:
      return sa > sb ? a : b;
    case ir::RmwOp::Min:
      return sa < sb ? a : b;
    case ir::RmwOp::UMax:
      return a > b ? a : b;
    case ir::RmwOp::UMin:
      return a < b ? a : b;
    default:
      return float_rmw(op, a, b, width);
  }
}

}  // namespace

// The value that an atomic operation writes, if one of its operands is undefined.
terms::TermId Vm::term_of_update(const Instr& in, const Value& old, const Value& operand) {
  terms::Terms& terms = unknowns_->terms;
  const terms::TermId a = term_of(old, in.width), b = term_of(operand, in.width);
  auto math = [&](ir::MathOp op) { return terms.result(ir::Op::Math, static_cast<uint8_t>(op), in.width, a, b); };
  auto result = [&](ir::Op op) { return terms.result(op, 0, in.width, a, b); };
  switch (static_cast<ir::RmwOp>(in.sub)) {
    case ir::RmwOp::Xchg:
      return b;
    case ir::RmwOp::Add:
      return result(ir::Op::Add);
    case ir::RmwOp::Sub:
      return result(ir::Op::Sub);
    case ir::RmwOp::And:
      return result(ir::Op::And);
    case ir::RmwOp::Nand:
      return terms.result(ir::Op::Xor, 0, in.width, result(ir::Op::And), terms.constant(mask_of(in.width), in.width));
    case ir::RmwOp::Or:
      return result(ir::Op::Or);
    case ir::RmwOp::Xor:
      return result(ir::Op::Xor);
    case ir::RmwOp::Max:
      return math(ir::MathOp::SMax);
    case ir::RmwOp::Min:
      return math(ir::MathOp::SMin);
    case ir::RmwOp::UMax:
      return math(ir::MathOp::UMax);
    case ir::RmwOp::UMin:
      return math(ir::MathOp::UMin);
    case ir::RmwOp::FAdd:
      return result(ir::Op::FAdd);
    case ir::RmwOp::FSub:
      return result(ir::Op::FSub);
  }
  MOVER_UNREACHABLE("every operation has a case");
}

Exec Vm::read_modify_write(const Instr& in) {
  if (in.width > 64) return exchange_wide(in);
  Pointee pointee;
  uint64_t bytes = (in.width + 7u) / 8u;
  if (!locate(in.a, bytes, true, pointee)) return Exec::Fault;
  if (must_park(pointee)) return Exec::Park;
  if (overwrites_in_use(pointee, bytes)) return Exec::Fault;
  if (matters_for_order(pointee, in.order) && !drops_result(in)) atomic_read(pointee, bytes, in.order);
  atomic_write(pointee, bytes, in.order);
  Value old = read_word(pointee, in.width), operand = value(in.b), result;
  if (twins_.any()) reads_as_data(pointee, bytes), learns_handle(old);
  auto op = static_cast<ir::RmwOp>(in.sub);
  if (op == ir::RmwOp::Xchg) {
    result = operand;
  } else {
    if (operand.tag & kPointer) expose(operand);
    result.bits = integer_rmw(op, old.bits, operand.bits, in.width) & mask_of(in.width);
    if ((old.tag | operand.tag) & kUndefined)
      result = {0, mask_of(in.width), kUndefined, follows_unknowns() ? term_of_update(in, old, operand) : 0};
    else if (old.tag & kPointer)
      result = pointer_result(result.bits, old);
  }
  write_word(pointee, in.width, result);
  if (recording_) {
    Pointee now{state_.objects[pointee.slot].get(), pointee.slot, pointee.offset};
    record_access(now, bytes, true, in.order, &result, true);
  }
  if (in.dst >= 0) set(in.dst, old);
  return Exec::Next;
}

// An exchange of more than 64 bits. Compilers emit no other operations of this width; they translate arithmetic into
// loops around compare-and-swap.
Exec Vm::exchange_wide(const Instr& in) {
  if (static_cast<ir::RmwOp>(in.sub) != ir::RmwOp::Xchg)
    return limit(Omission::Cause::Unmodelled, 0, "an atomic operation on more than 64 bits other than an exchange");
  Pointee pointee;
  uint64_t bytes = (in.width + 7u) / 8u;
  if (!locate(in.a, bytes, true, pointee)) return Exec::Fault;
  if (must_park(pointee)) return Exec::Park;
  if (overwrites_in_use(pointee, bytes)) return Exec::Fault;
  Pointee rest{pointee.object, pointee.slot, pointee.offset + 8};
  Value old = read_word(pointee, 64), old_high = read_word(rest, in.width - 64u), fresh = value(in.b),
        fresh_high = value(high(in.b));
  if (twins_.any()) reads_as_data(pointee, bytes), learns_handle(old), learns_handle(old_high);
  atomic_read(pointee, bytes, in.order);
  atomic_write(pointee, bytes, in.order);
  if (recording_) record_access(pointee, bytes, true, in.order, nullptr, true);
  write_word(pointee, 64, fresh);
  rest.object = state_.objects[pointee.slot].get();
  write_word(rest, in.width - 64u, fresh_high);
  if (in.dst >= 0) set(in.dst, old), set(in.dst + 1, old_high);
  return Exec::Next;
}

Exec Vm::compare_exchange(const Instr& in) {
  Pointee pointee;
  uint64_t bytes = (in.width + 7u) / 8u;
  bool is_wide = in.width > 64;
  if (!locate(in.a, bytes, true, pointee)) return Exec::Fault;
  const bool is_the_step = visible_allowed_;  // choice_ is the alternative of this instruction
  const bool may_fail = options_.spurious_failures && ir::is_weak_exchange(in) && will_exchange(*thread_, in);
  if (must_park(pointee, may_fail)) return Exec::Park;
  unsigned low_width = is_wide ? 64 : in.width, high_width = is_wide ? in.width - 64u : 0;
  Pointee rest{pointee.object, pointee.slot, pointee.offset + 8};
  Value old = read_word(pointee, low_width), old_high = is_wide ? read_word(rest, high_width) : Value{};
  if (!defined(in.b, low_width) || (is_wide && !defined(high(in.b), high_width)) ||
      ((old.tag | old_high.tag) & kUndefined))
    return fail(FindingKind::Memory, "compares an uninitialised value in a compare-and-swap");
  bool equal = old.bits == (bits(in.b) & mask_of(low_width)) &&
               (!is_wide || old_high.bits == (bits(high(in.b)) & mask_of(high_width)));
  if (ir::is_weak_exchange(in)) {
    if (options_.spurious_failures)
      equal &= !(is_the_step && choice_ == 1);
    else if (equal)
      note("weak compare-exchanges fail only where they find another value, as at " +
           ir::place_in_words(program_, user_loc(*thread_)) + " (--spurious-failures lifts this)");
  }
  if (equal && overwrites_in_use(pointee, bytes)) return Exec::Fault;
  if (twins_.any()) reads_as_data(pointee, bytes), learns_handle(old), learns_handle(old_high);
  compares(old, value(in.b));
  if (is_wide) compares(old_high, value(high(in.b)));
  Value desired = value(in.c), desired_high = is_wide ? value(high(in.c)) : Value{};
  const ir::Order order = equal ? in.order : ir::order_on_failure(in);
  atomic_read(pointee, bytes, order);
  if (equal) atomic_write(pointee, bytes, order);
  if (recording_) record_access(pointee, bytes, equal, order, equal ? &desired : &old, equal);
  if (equal) {
    write_word(pointee, low_width, desired);
    rest.object = state_.objects[pointee.slot].get();
    if (is_wide) write_word(rest, high_width, desired_high);
  }
  set(in.dst, old);
  if (is_wide) set(in.dst + 1, old_high);
  set(in.dst + (is_wide ? 2 : 1), equal ? 1 : 0);
  return Exec::Next;
}

}  // namespace mover::vm
