// Undefined values where executions continue after their uses (Options::past_memory_errors). An uninitialised value is
// one arbitrary value: all its uses, and all uses of its copies, have the same value. So a byte of memory that was
// never set gets a variable when it is first read or copied, and operations on it have terms as results
// (terms/terms.h). A decision on a term has alternatives, each of which adds a condition on the variables to the state.
// An alternative whose condition contradicts the earlier ones ends the execution, as a false assumption does: no
// execution of the program takes it.
//
// Why the reductions stay correct: fix the values of all variables. Then every decision has one alternative that does
// not end the execution, wherever in the execution it is made. So decisions are local steps of a program without
// unknown values, and the search explores the executions of all these programs at once.
#include <algorithm>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;
using terms::TermId;

namespace {

// Variables of bytes outside of all objects have numbers from here on, those of other values have smaller ones.
constexpr uint32_t kElsewhere = 1u << 30;

bool is_conversion(Op op) {
  return op == Op::Trunc || op == Op::ZExt || op == Op::SExt || op == Op::FPConv || op == Op::FPToSI ||
         op == Op::FPToUI || op == Op::SIToFP || op == Op::UIToFP;
}

unsigned width_of_result(const Instr& in) {
  const bool is_condition = in.op == Op::ICmp || in.op == Op::FCmp || in.op == Op::Overflow;
  const bool is_class = in.op == Op::Math && static_cast<ir::MathOp>(in.sub) == ir::MathOp::IsFPClass;
  return is_condition || is_class ? 1 : in.op == Op::PtrAdd ? 64 : in.width;
}

auto entry_at(std::vector<UnknownByte>& unknowns, uint64_t offset) {
  return std::lower_bound(unknowns.begin(), unknowns.end(), offset,
                          [](const UnknownByte& byte, uint64_t wanted) { return byte.offset < wanted; });
}

}  // namespace

TermId Vm::new_unknown(unsigned width) { return unknowns_->terms.variable(++state_.unknowns, width); }

// The bytes at an address at which no object lives. They have the same values at each read.
TermId Vm::unknown_bytes(Address address, uint64_t size) {
  TermId term = 0;
  for (uint64_t i = 0; i < size; ++i) {
    const auto next = static_cast<uint32_t>(kElsewhere + unknowns_->elsewhere.size());
    const TermId byte = unknowns_->terms.variable(unknowns_->elsewhere.try_emplace(address + i, next).first->second, 8);
    term = term == 0 ? byte : unknowns_->terms.join(term, byte);
  }
  return term;
}

// A term for the whole value: its undefined bits are those of its term.
TermId Vm::term_of(Value v, unsigned width) {
  terms::Terms& terms = unknowns_->terms;
  const uint64_t mask = mask_of(width), undefined = v.tag & kUndefined ? v.undefined & mask : 0;
  if (v.tag & kPointer) expose(v);
  if (undefined == 0) return terms.constant(v.bits & mask, width);
  if (v.term == 0) v.term = new_unknown(width);
  const unsigned from = terms[v.term].width;
  TermId term = from > width   ? terms.part(v.term, 0, width)
                : from < width ? terms.result(Op::ZExt, 0, width, v.term)
                               : v.term;
  if (undefined == mask) return term;
  term = terms.result(Op::And, 0, width, term, terms.constant(undefined, width));
  return terms.result(Op::Or, 0, width, term, terms.constant(v.bits & mask & ~undefined, width));
}

TermId Vm::term_of(ir::Operand o, unsigned width) {
  if (width <= 64) return term_of(value(o), width);
  return unknowns_->terms.join(term_of(value(o), 64), term_of(value(high(o)), width - 64));
}

TermId Vm::term_of_result(const Instr& in) {
  terms::Terms& terms = unknowns_->terms;
  const unsigned from = is_conversion(in.op) ? static_cast<unsigned>(in.imm) : in.width;
  if (in.op == Op::PtrAdd) {
    const TermId factor = terms.constant(static_cast<uint64_t>(in.imm), 64);
    return terms.result(Op::Add, 0, 64, term_of(in.a, 64), terms.result(Op::Mul, 0, 64, term_of(in.b, 64), factor));
  }
  const TermId a = term_of(in.a, from), b = in.b == ir::kNoOperand ? 0 : term_of(in.b, from);
  if (in.op == Op::Trunc) return terms.part(a, 0, in.width);
  if (in.op != Op::Math || in.c == ir::kNoOperand) return terms.result(in.op, in.sub, width_of_result(in), a, b);
  // A function of three operands has no circuit, but its value is the same for the same operands.
  return terms.result(in.op, in.sub, width_of_result(in), terms.join(a, b), term_of(in.c, from));
}

// Sets the result of an operation with an undefined operand, `up` being its upper half if it is wide.
void Vm::set_undefined(const Instr& in, Value low, Value up) {
  const unsigned width = width_of_result(in);
  if (follows_unknowns()) {
    const TermId term = term_of_result(in);
    if (low.tag & kUndefined) low.term = unknowns_->terms.part(term, 0, std::min(width, 64u));
    if (up.tag & kUndefined) up.term = unknowns_->terms.part(term, 64, width - 64);
  }
  set(in.dst, low);
  if (width > 64) set(in.dst + 1, up);
}

// The value with its undefined bits replaced by unknown ones, which are the same at each use.
Value Vm::frozen(Value v, unsigned width) {
  if (follows_unknowns() && (v.tag & kUndefined) && v.term == 0) v.term = new_unknown(std::min(width, 64u));
  return v;
}

// Gives variables to undefined bytes that have none yet.
void Vm::name_unknown_bytes(Slot slot, uint64_t offset, uint64_t size) {
  if (slot >= kImmutable || !state_.objects[slot]->has_undefined) return;
  const Object& before = *state_.objects[slot];
  auto has_entry = [&](uint64_t at) {
    auto entry = std::lower_bound(before.unknowns.begin(), before.unknowns.end(), at,
                                  [](const UnknownByte& byte, uint64_t wanted) { return byte.offset < wanted; });
    return entry != before.unknowns.end() && entry->offset == at;
  };
  std::vector<uint32_t> nameless;
  for (uint64_t at = offset; at < offset + size; ++at)
    if (before.undefined()[at] != 0 && !has_entry(at)) nameless.push_back(static_cast<uint32_t>(at));
  if (nameless.empty()) return;
  Object& object = write_object(slot);
  for (size_t i = 0; i < nameless.size();) {
    // One variable for consecutive bytes, up to the next multiple of 8.
    size_t count = 1;
    while (i + count < nameless.size() && nameless[i + count] == nameless[i] + count &&
           (nameless[i + count] - offset) % 8 != 0)
      ++count;
    const TermId term = new_unknown(static_cast<unsigned>(count) * 8);
    for (size_t k = 0; k < count; ++k)
      object.unknowns.insert(entry_at(object.unknowns, nameless[i + k]),
                             {nameless[i + k], static_cast<uint32_t>(k), term});
    i += count;
  }
}

// The term of bytes of which some bits are undefined. REQUIRES: these bytes have entries.
TermId Vm::read_term(const Pointee& pointee, unsigned bytes, uint64_t undefined) {
  terms::Terms& terms = unknowns_->terms;
  if (pointee.slot >= kImmutable) return new_unknown(bytes * 8);
  const std::vector<UnknownByte>& unknowns = state_.objects[pointee.slot]->unknowns;
  TermId term = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    TermId byte = terms.constant(0, 8);  // without undefined bits
    if (undefined >> (8 * i) & 0xff) {
      auto entry = std::lower_bound(unknowns.begin(), unknowns.end(), pointee.offset + i,
                                    [](const UnknownByte& at, uint64_t wanted) { return at.offset < wanted; });
      MOVER_CHECK(entry != unknowns.end() && entry->offset == pointee.offset + i,
                  "every undefined byte has a variable");
      byte = terms.part(entry->term, entry->index * 8, 8);
    }
    term = term == 0 ? byte : terms.join(term, byte);
  }
  return term;
}

void Vm::write_term(Object& object, uint64_t offset, unsigned bytes, uint64_t undefined, TermId term) {
  const unsigned whole = bytes * 8;
  if (unknowns_->terms[term].width < whole) term = unknowns_->terms.result(Op::ZExt, 0, whole, term);
  for (unsigned i = 0; i < bytes; ++i) {
    if ((undefined >> (8 * i) & 0xff) == 0) continue;
    auto entry = entry_at(object.unknowns, offset + i);
    const UnknownByte byte{static_cast<uint32_t>(offset + i), i, term};
    if (entry != object.unknowns.end() && entry->offset == offset + i)
      *entry = byte;
    else
      object.unknowns.insert(entry, byte);
  }
}

// Copies the entries of undefined bytes. The objects may be the same.
void Vm::copy_unknowns(Object& target, uint64_t to, const Object& source, uint64_t from, uint64_t size) {
  std::vector<UnknownByte> copied;
  for (UnknownByte byte : source.unknowns)
    if (byte.offset >= from && byte.offset - from < size) {
      byte.offset = static_cast<uint32_t>(byte.offset - from + to);
      copied.push_back(byte);
    }
  std::vector<UnknownByte>& unknowns = target.unknowns;
  if (copied.empty() && unknowns.empty()) return;
  unknowns.erase(entry_at(unknowns, to), entry_at(unknowns, to + size));
  unknowns.insert(entry_at(unknowns, to), copied.begin(), copied.end());
}

// Restricts the unknown values to those for which the term, a single bit, has this value.
Exec Vm::require(TermId term, bool value) {
  Status& status = thread_->status;
  auto discard = [&] {
    status = Status::Discarded;
    return Exec::Stop;
  };
  if (unknowns_->terms.is_not_modelled(term)) {
    not_covered(
        omission("the execution depends on an uninitialised value, and on the result of an operation on it that "
                 "is not modelled, at " +
                 describe_loc(user_loc(*thread_)) + "; --check does not ask for the error"));
    return discard();
  }
  using terms::Satisfiability;
  Satisfiability& satisfiability = unknowns_->satisfiability;
  switch (satisfiability.satisfiable(state_.conditions, {term, value})) {
    case Satisfiability::Answer::No:
      return discard();
    case Satisfiability::Answer::Unknown:
      not_covered(omission("the execution depends on an uninitialised value, at " + describe_loc(user_loc(*thread_)) +
                           ", and whether some value leads here was not decided; --check does not ask for the error"));
      return discard();
    case Satisfiability::Answer::Yes:
      break;
  }
  // A condition that the earlier ones imply is not kept.
  if (satisfiability.satisfiable(state_.conditions, {term, !value}) != Satisfiability::Answer::No)
    state_.conditions.push_back({term, value});
  return Exec::Next;
}

// The same for the chosen case of a switch: the number of the case, or that of cases for any other value.
Exec Vm::require_case(TermId term, unsigned width, const ir::SwitchTable& table) {
  auto is_case = [&](size_t i) {
    return unknowns_->terms.result(Op::ICmp, static_cast<uint8_t>(ir::Predicate::Eq), 1, term,
                                   unknowns_->terms.constant(table.cases[i].first & mask_of(width), width));
  };
  if (choice_ < table.cases.size()) return require(is_case(choice_), true);
  for (size_t i = 0; i < table.cases.size(); ++i)
    if (Exec how = require(is_case(i), false); how != Exec::Next) return how;
  return Exec::Next;
}

}  // namespace mover::vm
