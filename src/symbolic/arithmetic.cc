// Circuits for arithmetic, comparisons and conversions.
#include "symbolic/builder.h"
#include "symbolic/floats.h"
#include "terms/operations.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;

namespace {

bool may_be_address(const AbstractValue& value) { return !value.pointers().empty(); }

}  // namespace

// Whether the value is an address in one of the objects that it may point to.
Literal Builder::is_address(const AbstractValue& value, const Word& bits) {
  Literal result = kFalse;
  const Word number = circuit::extract(bits, 32, 32);
  for (const auto& [id, offsets] : value.pointers()) result = either(result, circuit::eq(c_, number, id));
  return result;
}

// The upper half of an address is the number of its object, which differs between the circuit and the interpreter. So
// the execution ends before an operation whose result depends on this number. Operations after which the upper half is
// still that of the object are allowed: additions, subtractions, and setting or clearing bits of the lower half.
void Builder::end_if_address_is_number(const AbstractValue& a, const Word& x, const AbstractValue& b, const Word& y) {
  const Instr& in = instr();
  const bool pa = may_be_address(a), pb = may_be_address(b);
  if (!pa && !pb) return;
  const std::string message = "computes with addresses as numbers";
  if (in.width != 64) return bound(message);
  const Literal xa = is_address(a, x), yb = is_address(b, y);
  if (in.op == Op::Add) return end_if(both(xa, yb), BadKind::Bound, message);
  if (in.op == Op::Sub) {
    end_if(both(yb, circuit::negate(xa)), BadKind::Bound, message);
    return end_if(both(both(xa, yb), circuit::ne(c_, circuit::extract(x, 32, 32), circuit::extract(y, 32, 32))),
                  BadKind::Bound, "subtracts the addresses of two objects");
  }
  auto changes_object = [&](const Word& other) {
    const Word upper = circuit::extract(other, 32, 32);
    const Literal any = circuit::any_bit(c_, upper);
    if (in.op == Op::And) return both(any, circuit::negate(circuit::all_bits(c_, upper)));
    return in.op == Op::Or || in.op == Op::Xor ? any : kTrue;
  };
  end_if(either(both(xa, changes_object(y)), both(yb, changes_object(x))), BadKind::Bound, message);
}

// Whether the value is the address of an object that has ended.
Literal Builder::is_ended_object(const AbstractValue& value, const Word& bits) {
  Literal result = kFalse;
  const Word number = circuit::extract(bits, 32, 32);
  for (const auto& [id, offsets] : value.pointers()) {
    const MemoryObject& object = values_.objects()[id];
    const Literal is_it = circuit::eq(c_, number, id);
    if (object.may_end()) result = either(result, both(is_it, circuit::negate(flag(alive_variable(id)))));
    if (object.kind == MemoryObject::Kind::Handle && (object.thread != 0 || main_may_be_joined()))
      result = either(result, both(is_it, flag(threads_[object.thread].joined)));
  }
  return result;
}

// Whether a thread may join or detach the main thread.
bool Builder::main_may_be_joined() {
  if (main_may_be_joined_) return *main_may_be_joined_;
  main_may_be_joined_ = false;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    for (NodeId node = 0; node < values_.threads()[t].num_nodes(); ++node) {
      const Instr& in = values_.instr(t, node);
      if (!values_.reached(t, node) || in.op != Op::Sync) continue;
      const auto op = static_cast<ir::SyncOp>(in.sub);
      if (op != ir::SyncOp::ThreadJoin && op != ir::SyncOp::ThreadDetach) continue;
      const AbstractValue joined = values_.argument(t, node, 0);
      for (const auto& [id, offsets] : joined.pointers()) *main_may_be_joined_ |= id == values_.threads()[0].handle;
    }
  return *main_may_be_joined_;
}

// Whether the value is the address of an object that may have begun after the end of another object.
Literal Builder::is_late_object(const AbstractValue& value, const Word& bits) {
  AbstractValue late;
  for (const auto& [id, offsets] : value.pointers()) {
    const MemoryObject& object = values_.objects()[id];
    const bool is_of_main = object.kind == MemoryObject::Kind::Handle && object.thread == 0;
    if (object.kind != MemoryObject::Kind::Global && object.kind != MemoryObject::Kind::Function && !is_of_main)
      late.add_pointer(id, offsets);
  }
  return is_address(late, bits);
}

// Whether the two addresses may be equal because one object has ended and the allocator has reused its address. An
// input of the circuit decides whether they are equal. The replay on the interpreter then decides whether the execution
// is possible.
Literal Builder::may_be_equal(const AbstractValue& a, const Word& x, const AbstractValue& b, const Word& y) {
  if (!may_be_address(a) || !may_be_address(b)) return kFalse;
  const Literal ended =
      either(both(is_ended_object(a, x), is_late_object(b, y)), both(is_ended_object(b, y), is_late_object(a, x)));
  if (ended == kFalse) return kFalse;
  const Word reused = circuit::input_word(c_, "reused at " + node_name(thread_, node_), 1);
  return both(ended, reused[0]);
}

void Builder::compute() {
  const Instr& in = instr();
  const unsigned width = in.width;
  if (is_floating(in.op)) return compute_float();
  if (in.op == Op::Select) {
    const Value condition = operand(in.a, 1);
    const Literal first = decided(condition, "decides on a value that may be uninitialised");
    return set(in.dst, select(first, operand(in.b, width), operand(in.c, width)));
  }
  if (in.op == Op::PtrAdd) {
    const Value a = operand(in.a, 64), b = operand(in.b, 64);
    end_if(is_address(abstract_operand(in.b), b.bits), BadKind::Bound, "computes with addresses as numbers");
    const Word scaled = circuit::mul(c_, b.bits, circuit::constant_word(static_cast<uint64_t>(in.imm), 64));
    return set(in.dst, {circuit::add(c_, a.bits, scaled), either(a.undefined, b.undefined)});
  }
  const unsigned from =
      in.op == Op::Trunc || in.op == Op::ZExt || in.op == Op::SExt ? static_cast<unsigned>(in.imm) : width;
  const Value a = operand(in.a, from);
  AbstractValue abstract_a = abstract_operand(in.a);
  if (from > 64) abstract_a.join(abstract_operand(high(in.a)));
  if (in.op == Op::Mov) return set(in.dst, a);
  if (in.op == Op::Trunc || in.op == Op::ZExt || in.op == Op::SExt) {
    if (may_be_address(abstract_a) && width < 64 && (from != 64 || width > 32))
      return bound("computes with addresses as numbers");
    const auto extended = [&](const Word& word) {
      return in.op == Op::SExt ? circuit::sign_extend(word, width) : circuit::zero_extend(word, width);
    };
    return set(in.dst, partly_undefined(extended(a.bits), extended(undefined_bits(a, from))));
  }
  const Value b = in.b == ir::kNoOperand ? Value{circuit::constant_word(0, width)} : operand(in.b, width);
  AbstractValue abstract_b = in.b == ir::kNoOperand ? AbstractValue::number(0) : abstract_operand(in.b);
  if (in.b != ir::kNoOperand && width > 64) abstract_b.join(abstract_operand(high(in.b)));
  const bool pa = may_be_address(abstract_a), pb = may_be_address(abstract_b);
  Value result{{}, either(a.undefined, b.undefined)};
  if (in.op == Op::ICmp) {
    const auto predicate = static_cast<ir::Predicate>(in.sub);
    Literal reused = kFalse;
    if (pa && pb && width > 64) return bound("compares addresses within wide values (not modelled)");
    if (pa && pb && width == 64) {
      if (predicate == ir::Predicate::Eq || predicate == ir::Predicate::Ne)
        reused = may_be_equal(abstract_a, a.bits, abstract_b, b.bits);
      else
        end_if(circuit::ne(c_, circuit::extract(a.bits, 32, 32), circuit::extract(b.bits, 32, 32)), BadKind::Bound,
               "compares the addresses of two objects by order");
    }
    const Literal holds = terms::compares(c_, predicate, a.bits, b.bits);
    result.bits = {predicate == ir::Predicate::Ne ? both(holds, circuit::negate(reused)) : either(holds, reused)};
    result.undefined = comparison_is_undefined(predicate, a, b);
    return set(in.dst, result);
  }
  end_if_address_is_number(abstract_a, a.bits, abstract_b, b.bits);
  using Operator = circuit::Arithmetic::Operator;
  switch (in.op) {
    case Op::Add:
      result.bits = recorded(Operator::Add, a.bits, b.bits);
      break;
    case Op::Sub:
      result.bits = recorded(Operator::Sub, a.bits, b.bits);
      break;
    case Op::Mul:
      result.bits = recorded(Operator::Mul, a.bits, b.bits);
      break;
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem: {
      end_if(b.undefined, BadKind::Memory, "divides by a value that may be uninitialised");
      end_if(circuit::eq(c_, b.bits, 0), BadKind::Memory, "divides by zero");
      const bool is_signed = in.op == Op::SDiv || in.op == Op::SRem;
      if (is_signed)
        end_if(both(circuit::sdiv_overflows(c_, a.bits, b.bits), circuit::negate(a.undefined)), BadKind::Memory,
               "overflows in a division");
      [[fallthrough]];
    }
    default: {
      std::optional<Word> integer = terms::integer_result(c_, in.op, in.sub, a.bits, b.bits);
      if (!integer)
        return bound(in.op == Op::Math ? "a built-in function of arithmetic (not modelled)"
                                       : "an operation that is not modelled");
      result.bits = std::move(*integer);
    }
  }
  set(in.dst, with_undefined_bits(in.op, a, b, std::move(result.bits)));
}

}  // namespace mover::symbolic
