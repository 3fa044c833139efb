// Integer arithmetic. Plain values of up to 64 bits, which are the common case, take a short path; undefined bits and
// addresses are handled separately. Undefined bits are tracked one by one if programs rely on that (masks of
// bit-fields, shifts, sums of defined low bits). Other operations make the whole result undefined.
//
// An address stays an address while arithmetic stays within its object. Other arithmetic turns the address into a
// number. The object is then *exposed*: its address is part of the canonical form (canonical.cc), so that values
// computed from the number keep their meaning.
#include "ir/names.h"
#include "vm/interpreter.h"
#include "vm/wide.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;
using ir::Predicate;

void Vm::depends_on_placement() {
  if (addresses_noted_at_ != 0) return;
  addresses_noted_at_ = user_loc(*thread_);
  note("the program computes with addresses as numbers (at " + ir::place_in_words(program_, addresses_noted_at_) +
       "); one placement of its objects in memory is explored");
}

// The addresses of global variables are the same in every state, so they are plain values, and operations that turn
// them into numbers are found when the program is translated (AddressAsNumber).
bool Vm::is_of_global(Address address) const {
  const Object* object = object_at(address);
  return object != nullptr && object->kind == ObjectKind::Global;
}

void Vm::expose(const Value& v) {
  Slot slot = slot_of(v.bits);
  if (slot < first_dynamic_ || slot >= state_.objects.size() || !state_.objects[slot] || state_.objects[slot]->exposed)
    return;
  depends_on_placement();
  publish_slot(slot);
  Object& object = write_object(slot);
  addresses_as_numbers_ |= object.among_others;
  object.exposed = true;
  object.in_memory = true;
  state_.exposed.push_back(slot);
  compares_with_numbers(slot);
}

// A mask that keeps or clears only bits which are the same wherever the object lies does not depend on its address:
// those that its alignment fixes, and the highest ones, which are 0 in every address.
void Vm::mask_address(const Value& pointer, uint64_t mask) {
  constexpr uint64_t kHighest = 0xffffull << 48, kHeapAlignment = 16;
  const Object* object = object_at(pointer.bits);
  if (object == nullptr) return;
  uint64_t alignment = object->kind == ObjectKind::Heap ? kHeapAlignment : 1;
  if (object->kind == ObjectKind::ThreadLocal) alignment = program_.globals[object->global].align;
  const uint64_t fixed = kHighest | (alignment - 1);
  if ((mask & ~fixed) != 0 && (~mask & ~fixed) != 0) depends_on_placement();
}

// The result of arithmetic on an address.
Value Vm::pointer_result(uint64_t result, const Value& pointer) {
  if (slot_of(result) == slot_of(pointer.bits)) return {result, 0, kPointer};
  expose(pointer);
  return {result, 0, kPlain};
}

namespace {

// REQUIRES: not a division; width <= 64. The result is not truncated to its width yet.
inline uint64_t compute(Op op, uint64_t a, uint64_t b, unsigned width) {
  switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return b >= width ? 0 : a << b;
    case Op::LShr:
      return b >= width ? 0 : a >> b;
    case Op::AShr:
      return static_cast<uint64_t>(sign_extend(a, width) >> (b >= width ? width - 1 : b));
    default:
      return 0;
  }
}

uint64_t undefined_result(Op op, const Value& a, const Value& b, unsigned width) {
  uint64_t both = a.undefined | b.undefined;
  switch (op) {
    case Op::And:
      return both & (a.undefined | a.bits) & (b.undefined | b.bits);
    case Op::Or:
      return both & (a.undefined | ~a.bits) & (b.undefined | ~b.bits);
    case Op::Xor:
      return both;
    case Op::Add:
    case Op::Sub:
      return both | (0 - (both & (0 - both)));  // all bits from the lowest undefined bit upwards
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      if (b.undefined & mask_of(width)) return ~0ull;
      if (b.bits >= width) return ~0ull;
      if (op == Op::Shl) return a.undefined << b.bits;
      if (op == Op::LShr) return (a.undefined & mask_of(width)) >> b.bits;
      return static_cast<uint64_t>(sign_extend(a.undefined, width) >> b.bits);
    default:
      return ~0ull;
  }
}

}  // namespace

Exec Vm::binary(const Instr& in) {
  if (in.width > 64) return wide(in);
  if ((tag(in.a) | tag(in.b)) != 0) return binary_tagged(in);
  set(in.dst, compute(in.op, bits(in.a), bits(in.b), in.width) & mask_of(in.width));
  return Exec::Next;
}

Exec Vm::binary_tagged(const Instr& in) {
  Value a = value(in.a), b = value(in.b);
  uint64_t result = compute(in.op, a.bits, b.bits, in.width) & mask_of(in.width);
  uint64_t undefined = undefined_result(in.op, a, b, in.width) & mask_of(in.width);
  if (((a.tag | b.tag) & kUndefined) && undefined != 0) {
    if (a.tag & kPointer) expose(a);
    if (b.tag & kPointer) expose(b);
    set_undefined(in, Value{result & ~undefined, undefined, kUndefined});
    return Exec::Next;
  }
  bool pa = a.tag & kPointer, pb = b.tag & kPointer;
  const Value& pointer = pa ? a : b;
  const Value& number = pa ? b : a;
  if (in.op == Op::And && pa != pb) mask_address(pointer, number.bits);
  if (!pa && !pb) {
    set(in.dst, result);
  } else if (pa && pb) {
    // The distance within one object does not depend on the object's address.
    if (in.op != Op::Sub || slot_of(a.bits) != slot_of(b.bits)) expose(a), expose(b);
    set(in.dst, result);
  } else if (in.op == Op::And && number.bits <= 0x7fffffffu) {
    set(in.dst, result);  // only bits of the offset are left
  } else if (in.op == Op::Add || in.op == Op::And || in.op == Op::Or || in.op == Op::Xor || (in.op == Op::Sub && pa)) {
    set(in.dst, pointer_result(result, pointer));
  } else {
    expose(pointer);
    set(in.dst, result);
  }
  return Exec::Next;
}

Exec Vm::division(const Instr& in) {
  if (in.width > 64) return wide(in);
  bool is_signed = in.op == Op::SDiv || in.op == Op::SRem, remainder = in.op == Op::URem || in.op == Op::SRem;
  if (!defined(in.b, in.width)) return fail(FindingKind::Memory, "divides by an uninitialised value");
  uint64_t a = bits(in.a), b = bits(in.b);
  if (b == 0) return crash("divides by zero");
  if (tag(in.a) & kPointer) expose(value(in.a));
  if (tag(in.b) & kPointer) expose(value(in.b));
  if (!defined(in.a, in.width)) {
    set_undefined(in, Value{0, mask_of(in.width), kUndefined});
    return Exec::Next;
  }
  uint64_t result;
  if (is_signed) {
    int64_t x = sign_extend(a, in.width), y = sign_extend(b, in.width);
    if (y == -1 && static_cast<uint64_t>(x) == (~0ull << (in.width - 1)))
      return crash("overflows in a division: the smallest integer by -1");
    result = static_cast<uint64_t>(remainder ? x % y : x / y);
  } else {
    result = remainder ? a % b : a / b;
  }
  set(in.dst, result & mask_of(in.width));
  return Exec::Next;
}

namespace {

template <typename T>
bool ordered(Predicate p, T a, T b) {
  switch (p) {
    case Predicate::Eq:
      return a == b;
    case Predicate::Ne:
      return a != b;
    case Predicate::Ult:
    case Predicate::Slt:
      return a < b;
    case Predicate::Ule:
    case Predicate::Sle:
      return a <= b;
    case Predicate::Ugt:
    case Predicate::Sgt:
      return a > b;
    default:
      return a >= b;
  }
}

bool is_signed_predicate(Predicate p) { return p >= Predicate::Slt && p <= Predicate::Sge; }

}  // namespace

// Integers of more than 64 bits. Bitwise operations and shifts track undefined bits; other operations make the whole
// result undefined.
Exec Vm::wide(const Instr& in) {
  auto read = [&](ir::Operand o) { return (static_cast<Wide>(bits(high(o))) << 64) | bits(o); };
  Tag tags = tag(in.a) | tag(high(in.a)) | tag(in.b) | tag(high(in.b));
  for (ir::Operand o : {in.a, high(in.a), in.b, high(in.b)})
    if (tag(o) & kPointer) expose(value(o));
  bool bitwise = in.op == Op::And || in.op == Op::Or || in.op == Op::Xor;
  if ((tags & kUndefined) && bitwise) {  // bit-fields in large storage units
    Value low_a = value(in.a), low_b = value(in.b), up_a = value(high(in.a)), up_b = value(high(in.b));
    auto half = [&](const Value& x, const Value& y, unsigned width) {
      uint64_t undefined = undefined_result(in.op, x, y, width) & mask_of(width);
      return Value{compute(in.op, x.bits, y.bits, width) & mask_of(width) & ~undefined, undefined,
                   undefined ? kUndefined : kPlain};
    };
    set_undefined(in, half(low_a, low_b, 64), half(up_a, up_b, in.width - 64u));
    return Exec::Next;
  }
  if ((tags & kUndefined) && (in.op == Op::Shl || in.op == Op::LShr || in.op == Op::AShr) && defined(in.b, 64)) {
    Wide u = (static_cast<Wide>(undefined(high(in.a))) << 64) | undefined(in.a), v = read(in.a);
    auto by = static_cast<unsigned>(bits(in.b) >= in.width ? in.width - 1u : bits(in.b));
    auto shift = [&](Wide x) {
      if (in.op == Op::Shl) return (x << by) & wide_mask(in.width);
      return (in.op == Op::LShr ? (x & wide_mask(in.width)) >> by : static_cast<Wide>(wide_signed(x, in.width) >> by)) &
             wide_mask(in.width);
    };
    u = shift(u), v = shift(v) & ~u;
    auto piece = [&](unsigned from) {
      return Value{static_cast<uint64_t>(v >> from), static_cast<uint64_t>(u >> from),
                   static_cast<uint64_t>(u >> from) ? kUndefined : kPlain};
    };
    set_undefined(in, piece(0), piece(64));
    return Exec::Next;
  }
  if (tags & kUndefined) {
    set_undefined(in, Value{0, ~0ull, kUndefined}, Value{0, mask_of(in.width - 64u), kUndefined});
    return Exec::Next;
  }
  Wide a = read(in.a), b = read(in.b), result = 0;
  unsigned width = in.width;
  bool divides = in.op == Op::UDiv || in.op == Op::SDiv || in.op == Op::URem || in.op == Op::SRem;
  if (divides && b == 0) return crash("divides by zero");
  SignedWide sa = wide_signed(a, width), sb = wide_signed(b, width);
  if ((in.op == Op::SDiv || in.op == Op::SRem) && sb == -1 && a == Wide{1} << (width - 1))
    return crash("overflows in a division: the smallest integer by -1");
  switch (in.op) {
    case Op::Add:
      result = a + b;
      break;
    case Op::Sub:
      result = a - b;
      break;
    case Op::Mul:
      result = a * b;
      break;
    case Op::And:
      result = a & b;
      break;
    case Op::Or:
      result = a | b;
      break;
    case Op::Xor:
      result = a ^ b;
      break;
    case Op::UDiv:
      result = a / b;
      break;
    case Op::URem:
      result = a % b;
      break;
    case Op::SDiv:
      result = static_cast<Wide>(sa / sb);
      break;
    case Op::SRem:
      result = static_cast<Wide>(sa % sb);
      break;
    case Op::Shl:
      result = b >= width ? 0 : a << static_cast<unsigned>(b);
      break;
    case Op::LShr:
      result = b >= width ? 0 : a >> static_cast<unsigned>(b);
      break;
    case Op::AShr:
      result = static_cast<Wide>(sa >> (b >= width ? width - 1 : static_cast<unsigned>(b)));
      break;
    default:
      MOVER_UNREACHABLE("wide() is called for integer operations only");
  }
  result &= wide_mask(width);
  set(in.dst, static_cast<uint64_t>(result));
  set(in.dst + 1, static_cast<uint64_t>(result >> 64));
  return Exec::Next;
}

Exec Vm::compare(const Instr& in) {
  auto p = static_cast<Predicate>(in.sub);
  if (in.width > 64) {
    Tag tags = tag(in.a) | tag(high(in.a)) | tag(in.b) | tag(high(in.b));
    if (tags & kUndefined) {
      set_undefined(in, Value{0, 1, kUndefined});
      return Exec::Next;
    }
    for (ir::Operand o : {in.a, high(in.a), in.b, high(in.b)})
      if ((tag(o) & kPointer) && p != Predicate::Eq && p != Predicate::Ne) expose(value(o));
    Wide a = (static_cast<Wide>(bits(high(in.a))) << 64) | bits(in.a),
         b = (static_cast<Wide>(bits(high(in.b))) << 64) | bits(in.b);
    bool r = is_signed_predicate(p) ? ordered(p, wide_signed(a, in.width), wide_signed(b, in.width)) : ordered(p, a, b);
    set(in.dst, r);
    return Exec::Next;
  }
  uint64_t a = bits(in.a), b = bits(in.b);
  Tag tags = tag(in.a) | tag(in.b);
  if (tags != 0) {
    uint64_t unknown = (undefined(in.a) | undefined(in.b)) & mask_of(in.width);
    bool decided = (p == Predicate::Eq || p == Predicate::Ne) && ((a ^ b) & ~unknown & mask_of(in.width)) != 0;
    if (unknown != 0 && !decided) {
      set_undefined(in, Value{0, 1, kUndefined});
      return Exec::Next;
    }
    compares(value(in.a), value(in.b));
    // The order of two objects depends on their addresses.
    if (p != Predicate::Eq && p != Predicate::Ne && slot_of(a) != slot_of(b)) {
      if (tag(in.a) & kPointer) expose(value(in.a));
      if (tag(in.b) & kPointer) expose(value(in.b));
    }
  }
  const bool is_order = p != Predicate::Eq && p != Predicate::Ne;
  if (tags == 0 && is_order && slot_of(a) != slot_of(b) && is_of_global(a) && is_of_global(b)) depends_on_placement();
  bool r = is_signed_predicate(p) ? ordered(p, sign_extend(a, in.width), sign_extend(b, in.width)) : ordered(p, a, b);
  set(in.dst, r);
  return Exec::Next;
}

Exec Vm::overflow(const Instr& in) {
  if (in.width > 64) return limit(Omission::Cause::Unmodelled, 0, "an overflow check of more than 64 bits");
  if ((tag(in.a) | tag(in.b)) & kUndefined) {
    set_undefined(in, Value{0, 1, kUndefined});
    return Exec::Next;
  }
  if (tag(in.a) & kPointer) expose(value(in.a));
  if (tag(in.b) & kPointer) expose(value(in.b));
  auto op = static_cast<ir::OverflowOf>(in.sub);
  bool is_signed = op == ir::OverflowOf::SAdd || op == ir::OverflowOf::SSub || op == ir::OverflowOf::SMul;
  SignedWide a =
      is_signed ? static_cast<SignedWide>(sign_extend(bits(in.a), in.width)) : static_cast<SignedWide>(bits(in.a));
  SignedWide b =
      is_signed ? static_cast<SignedWide>(sign_extend(bits(in.b), in.width)) : static_cast<SignedWide>(bits(in.b));
  bool adds = op == ir::OverflowOf::SAdd || op == ir::OverflowOf::UAdd,
       subtracts = op == ir::OverflowOf::SSub || op == ir::OverflowOf::USub;
  bool overflows;
  if (!adds && !subtracts && !is_signed) {
    overflows = (static_cast<Wide>(a) * static_cast<Wide>(b)) >> in.width != 0;
  } else {
    SignedWide r = adds ? a + b : subtracts ? a - b : a * b;
    SignedWide lowest = is_signed ? -(SignedWide{1} << (in.width - 1)) : 0;
    SignedWide highest = is_signed ? (SignedWide{1} << (in.width - 1)) - 1 : (SignedWide{1} << in.width) - 1;
    overflows = r < lowest || r > highest;
  }
  set(in.dst, overflows);
  return Exec::Next;
}

Exec Vm::pointer_add(const Instr& in) {
  uint64_t result = bits(in.a) + bits(in.b) * static_cast<uint64_t>(in.imm);
  Tag tags = tag(in.a) | tag(in.b);
  if (tags & kUndefined) {
    if (tag(in.a) & kPointer) expose(value(in.a));
    set_undefined(in, Value{0, ~0ull, kUndefined});
  } else if (tags == kPlain) {
    set(in.dst, result);
  } else {
    if (tag(in.b) & kPointer) expose(value(in.b));
    if (tag(in.a) & kPointer)
      set(in.dst, pointer_result(result, value(in.a)));
    else
      set(in.dst, result);
  }
  return Exec::Next;
}

Exec Vm::select(const Instr& in) {
  bool first = bits(in.a) & 1;
  if (!defined(in.a, 1)) {
    if (Exec how = undecided("decides on an uninitialised value"); how != Exec::Next) return how;
    first = choice_ == 0;
    if (Exec how = require(term_of(in.a, 1), first); how != Exec::Next) return how;
  }
  ir::Operand chosen = first ? in.b : in.c;
  Value low = value(chosen);
  if (in.width > 64) {
    Value up = value(high(chosen));
    set(in.dst, low);
    set(in.dst + 1, up);
  } else {
    set(in.dst, low);
  }
  return Exec::Next;
}

}  // namespace mover::vm
