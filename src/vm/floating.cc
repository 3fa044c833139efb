// Floating-point numbers, conversions, and the functions of Op::Math. Each operation uses the precision of its
// operands, so that no result is rounded twice.
#include <cmath>

#include "vm/interpreter.h"
#include "vm/wide.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;
using ir::Predicate;

namespace {

long double to_float(uint64_t low, uint64_t high, unsigned width) {
  if (width == 32) {
    float f;
    std::memcpy(&f, &low, 4);
    return f;
  }
  if (width == 64) {
    double d;
    std::memcpy(&d, &low, 8);
    return d;
  }
  long double l = 0;
  std::memcpy(&l, &low, 8);
  std::memcpy(reinterpret_cast<char*>(&l) + 8, &high, 2);
  return l;
}

void from_float(long double value, unsigned width, uint64_t& low, uint64_t& high) {
  low = high = 0;
  if (width == 32) {
    float f = static_cast<float>(value);
    std::memcpy(&low, &f, 4);
  } else if (width == 64) {
    double d = static_cast<double>(value);
    std::memcpy(&low, &d, 8);
  } else {
    std::memcpy(&low, &value, 8);
    std::memcpy(&high, reinterpret_cast<char*>(&value) + 8, 2);
  }
}

template <typename T>
T float_compute(Op op, T a, T b) {
  switch (op) {
    case Op::FAdd:
      return a + b;
    case Op::FSub:
      return a - b;
    case Op::FMul:
      return a * b;
    case Op::FDiv:
      return a / b;
    case Op::FRem:
      return std::fmod(a, b);
    default:
      return -a;
  }
}

bool float_compare(Predicate p, long double a, long double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (p) {
    case Predicate::FFalse:
      return false;
    case Predicate::FTrue:
      return true;
    case Predicate::FOrd:
      return !unordered;
    case Predicate::FUno:
      return unordered;
    case Predicate::FOeq:
      return !unordered && a == b;
    case Predicate::FOgt:
      return !unordered && a > b;
    case Predicate::FOge:
      return !unordered && a >= b;
    case Predicate::FOlt:
      return !unordered && a < b;
    case Predicate::FOle:
      return !unordered && a <= b;
    case Predicate::FOne:
      return !unordered && a != b;
    case Predicate::FUeq:
      return unordered || a == b;
    case Predicate::FUgt:
      return unordered || a > b;
    case Predicate::FUge:
      return unordered || a >= b;
    case Predicate::FUlt:
      return unordered || a < b;
    case Predicate::FUle:
      return unordered || a <= b;
    default:
      return unordered || a != b;
  }
}

template <typename T>
T math_compute(ir::MathOp op, T a, T b, T c) {
  switch (op) {
    case ir::MathOp::FAbs:
      return std::fabs(a);
    case ir::MathOp::FSqrt:
      return std::sqrt(a);
    case ir::MathOp::FFloor:
      return std::floor(a);
    case ir::MathOp::FCeil:
      return std::ceil(a);
    case ir::MathOp::FTrunc:
      return std::trunc(a);
    case ir::MathOp::FRint:
      return std::rint(a);
    case ir::MathOp::FRound:
      return std::round(a);
    case ir::MathOp::FSin:
      return std::sin(a);
    case ir::MathOp::FCos:
      return std::cos(a);
    case ir::MathOp::FExp:
      return std::exp(a);
    case ir::MathOp::FLog:
      return std::log(a);
    case ir::MathOp::FExp2:
      return std::exp2(a);
    case ir::MathOp::FLog2:
      return std::log2(a);
    case ir::MathOp::FLog10:
      return std::log10(a);
    case ir::MathOp::FPow:
      return std::pow(a, b);
    case ir::MathOp::FMin:
      return std::fmin(a, b);
    case ir::MathOp::FMax:
      return std::fmax(a, b);
    case ir::MathOp::FCopySign:
      return std::copysign(a, b);
    case ir::MathOp::FMulAdd:
      return a * b + c;
    default:
      return a;
  }
}

// The classes of LLVM's is.fpclass, one bit each: signalling and quiet NaN, then -inf … +inf.
template <typename T>
bool in_float_class(T x, uint64_t mask) {
  switch (std::fpclassify(x)) {
    case FP_NAN:
      return mask & 3;
    case FP_INFINITE:
      return mask & (std::signbit(x) ? 1u << 2 : 1u << 9);
    case FP_NORMAL:
      return mask & (std::signbit(x) ? 1u << 3 : 1u << 8);
    case FP_SUBNORMAL:
      return mask & (std::signbit(x) ? 1u << 4 : 1u << 7);
    default:
      return mask & (std::signbit(x) ? 1u << 5 : 1u << 6);
  }
}

template <typename F>
void in_precision(unsigned width, F f) {
  if (width == 32)
    f(float{});
  else if (width == 64)
    f(double{});
  else
    f(static_cast<long double>(0));
}

}  // namespace

Exec Vm::floating(const Instr& in) {
  bool unary = in.op == Op::FNeg, is_wide = in.width > 64;
  Tag tags = tag(in.a) | (unary ? 0 : tag(in.b));
  if (is_wide) tags |= tag(high(in.a)) | (unary ? 0 : tag(high(in.b)));
  if (tag(in.a) & kPointer) expose(value(in.a));
  if (!unary && (tag(in.b) & kPointer)) expose(value(in.b));
  bool is_compare = in.op == Op::FCmp;
  if (tags & kUndefined) {
    set_undefined(in, Value{0, is_compare ? 1 : mask_of(in.width), kUndefined}, Value{0, ~0ull, kUndefined});
    return Exec::Next;
  }
  auto read = [&](ir::Operand o) { return to_float(bits(o), is_wide ? bits(high(o)) : 0, in.width); };
  long double a = read(in.a), b = unary ? 0 : read(in.b);
  if (is_compare) {
    set(in.dst, float_compare(static_cast<Predicate>(in.sub), a, b));
    return Exec::Next;
  }
  uint64_t low = 0, up = 0;
  in_precision(in.width, [&](auto zero) {
    using T = decltype(zero);
    from_float(float_compute(in.op, static_cast<T>(a), static_cast<T>(b)), in.width, low, up);
  });
  set(in.dst, low);
  if (is_wide) set(in.dst + 1, up);
  return Exec::Next;
}

Exec Vm::convert(const Instr& in) {
  auto from = static_cast<unsigned>(in.imm);
  unsigned to = in.width;
  bool wide_from = from > 64, wide_to = to > 64;
  bool from_floating = in.op == Op::FPConv || in.op == Op::FPToSI || in.op == Op::FPToUI;
  bool to_floating = in.op == Op::FPConv || in.op == Op::SIToFP || in.op == Op::UIToFP;
  Value low = value(in.a), up = wide_from ? value(high(in.a)) : Value{};
  if (!from_floating && !to_floating) {
    Wide v = (static_cast<Wide>(up.bits) << 64) | low.bits;
    Wide u = ((static_cast<Wide>(up.undefined) << 64) | low.undefined) & wide_mask(from);
    if (in.op == Op::SExt) v = static_cast<Wide>(wide_signed(v, from)), u = static_cast<Wide>(wide_signed(u, from));
    v &= wide_mask(to), u &= wide_mask(to);
    Tag kept = 0;
    if (low.tag & kPointer) {
      if (to >= 64 && from == 64)
        kept = kPointer;
      else if (to > 32)
        expose(low);
    }
    auto piece = [](Wide w) { return static_cast<uint64_t>(w); };
    const Value result{piece(v & ~u), piece(u), static_cast<Tag>(piece(u) ? kUndefined : kept)};
    const Value result_up{piece((v & ~u) >> 64), piece(u >> 64), piece(u >> 64) ? kUndefined : kPlain};
    if (u != 0) return set_undefined(in, result, result_up), Exec::Next;
    set(in.dst, result);
    if (wide_to) set(in.dst + 1, result_up);
    return Exec::Next;
  }
  if ((low.tag | up.tag) & kPointer) expose(low), expose(up);
  if ((low.tag | up.tag) & kUndefined) {
    set_undefined(in, Value{0, mask_of(to), kUndefined}, Value{0, ~0ull, kUndefined});
    return Exec::Next;
  }
  uint64_t result = 0, result_up = 0;
  if (from_floating && to_floating) {
    from_float(to_float(low.bits, up.bits, from), to, result, result_up);
  } else if (from_floating) {
    long double x = std::trunc(to_float(low.bits, up.bits, from));
    long double limit = std::ldexp(1.0L, static_cast<int>(to) - (in.op == Op::FPToSI ? 1 : 0));
    if (!(x < limit &&
          x >= (in.op == Op::FPToSI ? -limit : 0.0L)))  // undefined behaviour: the integer type has no such value
      return fail(FindingKind::Memory, "converts a floating-point number to an integer type that cannot hold it");
    Wide v = in.op == Op::FPToSI ? static_cast<Wide>(static_cast<SignedWide>(x)) : static_cast<Wide>(x);
    v &= wide_mask(to);
    result = static_cast<uint64_t>(v), result_up = static_cast<uint64_t>(v >> 64);
  } else {
    Wide v = (static_cast<Wide>(up.bits) << 64) | low.bits;
    in_precision(to, [&](auto zero) {
      using T = decltype(zero);
      T x = in.op == Op::SIToFP ? static_cast<T>(wide_signed(v, from)) : static_cast<T>(v);
      from_float(x, to, result, result_up);
    });
  }
  set(in.dst, result);
  if (wide_to) set(in.dst + 1, result_up);
  return Exec::Next;
}

namespace {

uint64_t integer_math(ir::MathOp op, uint64_t a, uint64_t b, uint64_t c, unsigned width) {
  int64_t sa = sign_extend(a, width), sb = sign_extend(b, width);
  switch (op) {
    case ir::MathOp::CtPop:
      return static_cast<uint64_t>(__builtin_popcountll(a));
    case ir::MathOp::Ctlz:
      return a == 0 ? width : static_cast<uint64_t>(__builtin_clzll(a)) - (64 - width);
    case ir::MathOp::Cttz:
      return a == 0 ? width : static_cast<uint64_t>(__builtin_ctzll(a));
    case ir::MathOp::BSwap:
      return __builtin_bswap64(a) >> (64 - width);
    case ir::MathOp::BitReverse: {
      uint64_t r = 0;
      for (unsigned i = 0; i < width; ++i) r |= (a >> i & 1) << (width - 1 - i);
      return r;
    }
    case ir::MathOp::Abs:
      return sa < 0 ? 0 - a : a;
    case ir::MathOp::SMin:
      return sa < sb ? a : b;
    case ir::MathOp::SMax:
      return sa > sb ? a : b;
    case ir::MathOp::UMin:
      return a < b ? a : b;
    case ir::MathOp::UMax:
      return a > b ? a : b;
    case ir::MathOp::FShl:
    case ir::MathOp::FShr: {
      Wide both = (static_cast<Wide>(a) << width) | b;
      unsigned shift = static_cast<unsigned>(c % width);
      return static_cast<uint64_t>(op == ir::MathOp::FShl ? (both << shift) >> width : both >> shift);
    }
    default:
      return 0;
  }
}

}  // namespace

Exec Vm::math(const Instr& in) {
  auto op = static_cast<ir::MathOp>(in.sub);
  bool is_wide = in.width > 64, floats = op >= ir::MathOp::FAbs;
  if (is_wide && !floats) return limit(Omission::Cause::Unmodelled, 0, "a bit operation on more than 64 bits");
  Tag tags = 0;
  for (ir::Operand o : {in.a, in.b, in.c}) {
    if (o == ir::kNoOperand) continue;
    tags |= tag(o);
    if (tag(o) & kPointer) expose(value(o));
  }
  if (tags & kUndefined) {
    uint64_t undefined_bits = op == ir::MathOp::IsFPClass ? 1 : mask_of(in.width);
    set_undefined(in, Value{0, undefined_bits, kUndefined}, Value{0, ~0ull, kUndefined});
    return Exec::Next;
  }
  auto read = [&](ir::Operand o) { return o == ir::kNoOperand ? 0 : bits(o); };
  if (!floats) {
    set(in.dst, integer_math(op, read(in.a), read(in.b), read(in.c), in.width) & mask_of(in.width));
    return Exec::Next;
  }
  auto read_float = [&](ir::Operand o) {
    return o == ir::kNoOperand ? 0.0L : to_float(bits(o), is_wide ? bits(high(o)) : 0, in.width);
  };
  if (op == ir::MathOp::IsFPClass) {
    in_precision(in.width, [&](auto zero) {
      set(in.dst, in_float_class(static_cast<decltype(zero)>(read_float(in.a)), read(in.b)));
    });
    return Exec::Next;
  }
  uint64_t low = 0, up = 0;
  in_precision(in.width, [&](auto zero) {
    using T = decltype(zero);
    T a = static_cast<T>(read_float(in.a)), b = static_cast<T>(read_float(in.b)), c = static_cast<T>(read_float(in.c));
    from_float(math_compute(op, a, b, c), in.width, low, up);
  });
  set(in.dst, low);
  if (is_wide) set(in.dst + 1, up);
  return Exec::Next;
}

}  // namespace mover::vm
