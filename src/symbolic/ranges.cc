// Accesses to a number of bytes that is not constant: copies, fills and strings. They are modelled in objects of at
// most Bounds::unknown_copy bytes.
#include <algorithm>

#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;

uint64_t Builder::largest_range(const AbstractValue& where) const {
  uint64_t result = 0;
  for (const auto& [id, offsets] : where.pointers())
    if (values_.objects()[id].is_memory()) result = std::max(result, values_.objects()[id].size);
  return result;
}

// The targets at which a range of `length` bytes may begin, where `length` is at least 1. A range that extends beyond
// its object is an error.
std::vector<Target> Builder::locate_range(const Value& address, const AbstractValue& where, const Word& length,
                                          bool write) {
  const std::vector<Target> targets = locate(address, where, 1, write);
  Literal beyond = kFalse;
  for (const Target& target : targets) {
    const Word rest = circuit::sub(c_, size_of(target.object), circuit::constant_word(target.offset, kSizeWidth));
    beyond = either(beyond, both(target.guard, circuit::ugt(c_, length, circuit::zero_extend(rest, 64))));
  }
  end_if(beyond, BadKind::Memory, write ? "writes out of bounds" : "reads out of bounds");
  return targets;
}

// The bytes of a range, each guarded by the literal that the range contains it.
std::vector<Target> Builder::bytes_within(const std::vector<Target>& targets, const Word& length, uint64_t most) {
  std::vector<Target> result;
  for (const Target& target : targets) {
    const uint64_t size = values_.objects()[target.object].size;
    for (uint64_t i = 0; i < most && target.offset + i < size; ++i) {
      const Literal inside = circuit::ult(c_, circuit::constant_word(i, 64), length);
      result.push_back({target.object, target.offset + i, both(target.guard, inside)});
    }
  }
  return result;
}

// Joins the path on which the instruction was executed, because `condition` holds, with the path on which it has no
// effect. On the latter, the thread continues under `guard` with the values of `before`.
void Builder::merge_with(Literal guard, const Changes& before, Literal condition) {
  const Changes after = changes_;
  const Changes* const both_maps[] = {&after, &before};
  Changes::for_each_difference(both_maps, [&](VariableId id) {
    const Value *yes = after.find(id), *no = before.find(id);
    changes_.set(id, select(condition, *yes, no != nullptr ? *no : latched(id)));
  });
  guard_ = either(guard_, both(guard, circuit::negate(condition)));
}

void Builder::execute_variable_copy(const Value& length) {
  const Instr& in = instr();
  const AbstractValue to_where = abstract_operand(in.a), from_where = abstract_operand(in.b);
  const uint64_t most = std::min(largest_range(to_where), largest_range(from_where));
  end_if(length.undefined, BadKind::Memory, "copies a number of bytes that may be uninitialised");
  if (most > values_.bounds().unknown_copy) return bound("a long copy of a size that is not constant (not modelled)");
  const Literal guard = guard_, copies = circuit::any_bit(c_, length.bits);
  const Changes before = changes_;
  guard_ = both(guard, copies);
  const std::vector<Target> from = locate_range(operand(in.b, 64), from_where, length.bits, false);
  const std::vector<Target> to = locate_range(operand(in.a, 64), to_where, length.bits, true);
  track_access(bytes_within(from, length.bits, most), 1, false);
  const std::vector<Target> written = bytes_within(to, length.bits, most);
  check_copying(from, most);
  track_access(written, 1, true);
  std::vector<Value> copied;
  Literal nonzero = kFalse;
  for (uint64_t i = 0; i < most; ++i) {
    std::vector<Target> inside;  // byte number i of the range, in the objects that are large enough
    for (const Target& target : from)
      if (target.offset + i < values_.objects()[target.object].size)
        inside.push_back({target.object, target.offset + i, target.guard});
    copied.push_back(load(inside, 0, 8));
    nonzero = either(nonzero, circuit::any_bit(c_, copied.back().bits));
  }
  check_overwriting(written, 1, nonzero);
  for (const Target& target : to)
    for (uint64_t i = 0; i < most && target.offset + i < values_.objects()[target.object].size; ++i) {
      const Literal inside = circuit::ult(c_, circuit::constant_word(i, 64), length.bits);
      store({{target.object, target.offset + i, kTrue}}, 0, copied[i], both(target.guard, inside));
    }
  note_overwriting(written, 1);
  merge_with(guard, before, copies);
}

void Builder::execute_variable_fill(const Value& length) {
  const Instr& in = instr();
  const AbstractValue where = abstract_operand(in.a);
  const uint64_t most = largest_range(where);
  end_if(length.undefined, BadKind::Memory, "fills a number of bytes that may be uninitialised");
  if (most > values_.bounds().unknown_copy) return bound("a long fill of a size that is not constant (not modelled)");
  const Literal guard = guard_, fills = circuit::any_bit(c_, length.bits);
  const Changes before = changes_;
  const Value filler = operand(in.b, 8);
  guard_ = both(guard, fills);
  const std::vector<Target> to = locate_range(operand(in.a, 64), where, length.bits, true);
  const std::vector<Target> written = bytes_within(to, length.bits, most);
  check_overwriting(written, 1, circuit::any_bit(c_, filler.bits));
  track_access(written, 1, true);
  for (const Target& target : written) store({{target.object, target.offset, kTrue}}, 0, filler, target.guard);
  note_overwriting(written, 1);
  merge_with(guard, before, fills);
}

// The output of a range of bytes. Other threads may write to the range, so it is an access.
void Builder::execute_output() {
  const AbstractValue where = abstract_argument(1);
  const Value length = argument(2, 64);
  const uint64_t most = largest_range(where);
  end_if(length.undefined, BadKind::Memory, "prints a number of bytes that may be uninitialised");
  if (most > values_.bounds().unknown_copy) return bound("output of a long range (not modelled)");
  const Literal guard = guard_, prints = circuit::any_bit(c_, length.bits);
  const Changes before = changes_;
  guard_ = both(guard, prints);
  const std::vector<Target> from =
      bytes_within(locate_range(argument(1, 64), where, length.bits, false), length.bits, most);
  register_access(from, 1, false, in_section());
  order_.plain_access(from, 1, false, in_section());
  merge_with(guard, before, prints);
}

void Builder::execute_string_length() {
  const Instr& in = instr();
  const AbstractValue where = abstract_operand(in.a);
  const Value address = operand(in.a, 64);
  if (const auto text = values_.constant_text(where)) {
    const auto& [object, offsets] = where.pointers()[0];
    end_if(circuit::negate(circuit::eq(c_, address.bits, address_of(object, static_cast<uint64_t>(offsets.first)))),
           BadKind::Bound, "the length of another string than the points-to analysis has found");
    return set(in.dst, {circuit::constant_word(text->size(), 64)});
  }
  set(in.dst, {read_string(address, where)});
}

// Reads a string up to its end. Returns its length.
Word Builder::read_string(const Value& address, const AbstractValue& where) {
  if (largest_range(where) > values_.bounds().unknown_copy) {
    bound("the length of a long string (not modelled)");
    return circuit::constant_word(0, 64);
  }
  const std::vector<Target> targets = locate(address, where, 1, false);
  Literal unterminated = kFalse, undefined = kFalse;
  Word length = circuit::constant_word(0, 64);
  std::vector<Target> seen;
  for (const Target& target : targets) {
    const MemoryObject& object = values_.objects()[target.object];
    Literal goes_on = target.guard;
    for (uint64_t at = target.offset; at < object.size; ++at) {
      if (object.has_variable_size) {
        const Literal inside = circuit::ult(c_, circuit::constant_word(at, kSizeWidth), size_of(target.object));
        unterminated = either(unterminated, both(goes_on, circuit::negate(inside)));
        goes_on = both(goes_on, inside);
      }
      const Value one = byte(target.object, at);
      seen.push_back({target.object, at, goes_on});
      undefined = either(undefined, both(goes_on, one.undefined));
      const Literal ends = both(goes_on, circuit::eq(c_, one.bits, 0));
      length = circuit::ite(c_, ends, circuit::constant_word(at - target.offset, 64), length);
      goes_on = both(goes_on, circuit::negate(ends));
    }
    unterminated = either(unterminated, goes_on);
  }
  end_if(undefined, BadKind::Memory, "reads a string that may be uninitialised");
  end_if(unterminated, BadKind::Memory, "reads out of bounds: a string has no terminating NUL");
  track_access(seen, 1, false);
  return length;
}

}  // namespace mover::symbolic
