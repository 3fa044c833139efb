// Circuits for atomic read-modify-writes and compare-and-swaps.
#include "ir/shape.h"
#include "symbolic/builder.h"
#include "terms/extremes.h"

namespace mover::symbolic {

using ir::Instr;

void Builder::execute_rmw() {
  const Instr& in = instr();
  const uint64_t bytes = (in.width + 7u) / 8u;
  const std::vector<Target> targets = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  check_overwriting(targets, bytes, kTrue);
  register_access(targets, bytes, true, kTrue);
  order_.access(targets, {.bytes = bytes,
                          .write = kTrue,
                          .atomic = kTrue,
                          .acquires = circuit::constant(ir::acquires(in.order)),
                          .releases = circuit::constant(ir::releases(in.order)),
                          .modifies = true});
  const Value old = load(targets, 0, in.width), with = operand(in.b, in.width);
  Value fresh{{}, either(old.undefined, with.undefined)};
  using Operator = circuit::Arithmetic::Operator;
  switch (static_cast<ir::RmwOp>(in.sub)) {
    case ir::RmwOp::Xchg:
      fresh = with;
      break;
    case ir::RmwOp::Add:
      fresh.bits = recorded(Operator::Add, old.bits, with.bits);
      break;
    case ir::RmwOp::Sub:
      fresh.bits = recorded(Operator::Sub, old.bits, with.bits);
      break;
    case ir::RmwOp::And:
      fresh.bits = circuit::bit_and(c_, old.bits, with.bits);
      break;
    case ir::RmwOp::Nand:
      fresh.bits = circuit::bit_not(circuit::bit_and(c_, old.bits, with.bits));
      break;
    case ir::RmwOp::Or:
      fresh.bits = circuit::bit_or(c_, old.bits, with.bits);
      break;
    case ir::RmwOp::Xor:
      fresh.bits = circuit::bit_xor(c_, old.bits, with.bits);
      break;
    case ir::RmwOp::Max:
      fresh.bits = terms::maximum(c_, old.bits, with.bits, true);
      break;
    case ir::RmwOp::Min:
      fresh.bits = terms::minimum(c_, old.bits, with.bits, true);
      break;
    case ir::RmwOp::UMax:
      fresh.bits = terms::maximum(c_, old.bits, with.bits, false);
      break;
    case ir::RmwOp::UMin:
      fresh.bits = terms::minimum(c_, old.bits, with.bits, false);
      break;
    case ir::RmwOp::FAdd:
    case ir::RmwOp::FSub:
      if (in.width == 64)
        end_if(either(is_address(values_.reg_of(thread_, node_, in.dst), old.bits),
                      is_address(abstract_operand(in.b), with.bits)),
               BadKind::Bound, "computes with addresses as numbers");
      fresh.bits = float_sum(old.bits, with.bits, static_cast<ir::RmwOp>(in.sub) == ir::RmwOp::FSub);
      break;
  }
  store(targets, 0, fresh);
  note_overwriting(targets, bytes);
  set(in.dst, old);
}

void Builder::execute_exchange() {
  const Instr& in = instr();
  const uint64_t bytes = (in.width + 7u) / 8u;
  const std::vector<Target> targets = locate(operand(in.a, 64), abstract_operand(in.a), bytes, true);
  const Value old = load(targets, 0, in.width), expected = operand(in.b, in.width), desired = operand(in.c, in.width);
  end_if(either(old.undefined, expected.undefined), BadKind::Memory,
         "compares a value that may be uninitialised in a compare-and-swap");
  Literal reused = kFalse;
  if (in.width == 64)
    reused = may_be_equal(values_.reg_of(thread_, node_, in.dst), old.bits, abstract_operand(in.b), expected.bits);
  if (in.width > 64 && !values_.reg_of(thread_, node_, in.dst).pointers().empty())
    return bound("compares addresses within wide values (not modelled)");
  Literal equal = either(circuit::eq(c_, old.bits, expected.bits), reused);
  if (setting_.spurious_failures && ir::is_weak_exchange(in)) {
    const Word fails = circuit::input_word(c_, "spurious failure at " + node_name(thread_, node_), 1);
    model_.chosen[{thread_, node_}] = fails;
    equal = both(equal, circuit::negate(fails[0]));
  }
  check_overwriting(targets, bytes, kTrue);
  // A compare-and-swap that fails only reads. It counts as a write here, and the replay on the interpreter decides
  // whether it races.
  register_access(targets, bytes, true, kTrue);
  order_.access(targets, {.bytes = bytes,
                          .write = equal,
                          .atomic = kTrue,
                          .acquires = c_.ite(equal, circuit::constant(ir::acquires(in.order)),
                                             circuit::constant(ir::acquires(ir::order_on_failure(in)))),
                          .releases = circuit::constant(ir::releases(in.order)),
                          .modifies = true});
  store(targets, 0, desired, equal);
  note_overwriting(targets, bytes);
  set(in.dst, old);
  set(in.dst + (in.width > 64 ? 2 : 1), {Word{equal}});
}

}  // namespace mover::symbolic
