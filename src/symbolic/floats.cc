// Floating-point arithmetic. If the value analysis knows all values of the operands, the results are computed here, as
// the interpreter does, and the circuit selects among them. Other additions, subtractions, multiplications, comparisons
// and conversions are circuits (circuit/float_word.h). Other divisions, remainders and conversions to integers are not
// modelled.
#include "symbolic/floats.h"

#include <cmath>
#include <cstring>

#include "symbolic/builder.h"
#include "terms/operations.h"
#include "vm/value.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::Predicate;
using vm::mask_of;
using vm::sign_extend;

namespace {

bool is_conversion(Op op) {
  return op == Op::FPConv || op == Op::FPToSI || op == Op::FPToUI || op == Op::SIToFP || op == Op::UIToFP;
}

bool is_unary(Op op) { return op == Op::FNeg || is_conversion(op); }

bool has_format(uint64_t width) { return width == 32 || width == 64; }

double number(uint64_t bits, unsigned width) {
  if (width == 32) {
    const auto narrow = static_cast<uint32_t>(bits);
    float result = 0;
    std::memcpy(&result, &narrow, sizeof result);
    return result;
  }
  double result = 0;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

template <typename T>
uint64_t bits_of(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <typename T>
T combined(Op op, T a, T b) {
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

bool compares(Predicate predicate, double a, double b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
    case Predicate::FOeq:
      return a == b;
    case Predicate::FOgt:
      return a > b;
    case Predicate::FOge:
      return a >= b;
    case Predicate::FOlt:
      return a < b;
    case Predicate::FOle:
      return a <= b;
    case Predicate::FOne:
      return !unordered && a != b;
    case Predicate::FOrd:
      return !unordered;
    case Predicate::FUno:
      return unordered;
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
    case Predicate::FUne:
      return unordered || a != b;
    default:
      return predicate == Predicate::FTrue;
  }
}

std::optional<uint64_t> to_integer(const Instr& in, double value) {
  const bool is_signed = in.op == Op::FPToSI;
  const double whole = std::trunc(value), limit = std::ldexp(1.0, in.width - (is_signed ? 1 : 0));
  if (!(whole < limit && whole >= (is_signed ? -limit : 0.0))) return std::nullopt;
  const uint64_t bits = is_signed ? static_cast<uint64_t>(static_cast<int64_t>(whole)) : static_cast<uint64_t>(whole);
  return bits & mask_of(in.width);
}

template <typename T>
T from_integer(const Instr& in, uint64_t bits) {
  const auto width = static_cast<unsigned>(in.imm);
  bits &= mask_of(width);
  return in.op == Op::SIToFP ? static_cast<T>(sign_extend(bits, width)) : static_cast<T>(bits);
}

}  // namespace

bool is_floating(Op op) {
  return is_unary(op) || op == Op::FCmp || op == Op::FAdd || op == Op::FSub || op == Op::FMul || op == Op::FDiv ||
         op == Op::FRem;
}

bool can_be_computed(const Instr& in) {
  const auto from = static_cast<uint64_t>(in.imm);
  if (in.op == Op::FPConv) return has_format(in.width) && has_format(from);
  if (in.op == Op::FPToSI || in.op == Op::FPToUI) return in.width <= 64 && has_format(from);
  if (in.op == Op::SIToFP || in.op == Op::UIToFP) return has_format(in.width) && from <= 64;
  return has_format(in.width);
}

std::optional<uint64_t> computed_float(const Instr& in, uint64_t a, uint64_t b) {
  const auto from = static_cast<unsigned>(in.imm);
  switch (in.op) {
    case Op::FCmp:
      return compares(static_cast<Predicate>(in.sub), number(a, in.width), number(b, in.width)) ? 1 : 0;
    case Op::FPToSI:
    case Op::FPToUI:
      return to_integer(in, number(a, from));
    case Op::FPConv:
      return in.width == 32 ? bits_of(static_cast<float>(number(a, from))) : bits_of(number(a, from));
    case Op::SIToFP:
    case Op::UIToFP:
      return in.width == 32 ? bits_of(from_integer<float>(in, a)) : bits_of(from_integer<double>(in, a));
    default:
      if (in.width == 32)
        return bits_of(combined(in.op, static_cast<float>(number(a, 32)), static_cast<float>(number(b, 32))));
      return bits_of(combined(in.op, number(a, 64), number(b, 64)));
  }
}

namespace {

// The reciprocal of a power of two; nullopt: the number is no power of two, or its reciprocal is no normal number.
std::optional<uint64_t> reciprocal_of_power(uint64_t bits, unsigned width) {
  int exponent = 0;
  const double value = number(bits, width);
  if (!std::isnormal(value) || std::fabs(std::frexp(value, &exponent)) != 0.5) return std::nullopt;
  const double reciprocal = 1 / value;
  const bool is_normal = width == 32 ? std::isnormal(static_cast<float>(reciprocal)) : std::isnormal(reciprocal);
  if (!is_normal) return std::nullopt;
  return width == 32 ? bits_of(static_cast<float>(reciprocal)) : bits_of(reciprocal);
}

}  // namespace

// The bits of a result that is not a number depend on the machine, apart from the exponent and the bit that makes it
// quiet. In the circuit they are arbitrary.
Word Builder::with_any_nan(const circuit::FloatResult& result, unsigned width) {
  if (result.is_nan == kFalse) return result.bits;
  const circuit::FloatFormat format = terms::format_of(width);
  Word nan = circuit::input_word(c_, "nan at " + node_name(thread_, node_), width);
  for (unsigned i = format.fraction - 1; i < format.fraction + format.exponent; ++i) nan[i] = kTrue;
  return circuit::ite(c_, result.is_nan, nan, result.bits);
}

Word Builder::float_sum(const Word& a, const Word& b, bool subtracts) {
  const auto width = static_cast<unsigned>(a.size());
  return with_any_nan(circuit::float_add(c_, terms::format_of(width), a, subtracts ? circuit::float_negate(b) : b),
                      width);
}

void Builder::compute_unknown_float(const Value& a, const Value& b) {
  const Instr& in = instr();
  auto not_modelled_float = [&] { bound("arithmetic with floating-point numbers (not modelled)"); };
  Value result{{}, either(a.undefined, b.undefined)};
  switch (in.op) {
    case Op::FAdd:
    case Op::FSub:
      result.bits = float_sum(a.bits, b.bits, in.op == Op::FSub);
      break;
    case Op::FMul:
      result.bits = with_any_nan(circuit::float_mul(c_, terms::format_of(in.width), a.bits, b.bits), in.width);
      break;
    case Op::FDiv: {
      // A division by a power of two is the multiplication by its reciprocal, which is a power of two, too.
      const AbstractValue divisor = abstract_operand(in.b);
      if (!divisor.is_numbers() || divisor.numbers().size() != 1 || divisor.maybe_undefined())
        return not_modelled_float();
      const std::optional<uint64_t> reciprocal = reciprocal_of_power(divisor.numbers()[0], in.width);
      if (!reciprocal) return not_modelled_float();
      end_if(circuit::negate(circuit::eq(c_, b.bits, divisor.numbers()[0])), BadKind::Bound,
             "a floating-point number that the value analysis has not found");
      const Word factor = circuit::constant_word(*reciprocal, in.width);
      result.bits = with_any_nan(circuit::float_mul(c_, terms::format_of(in.width), a.bits, factor), in.width);
      break;
    }
    case Op::FNeg:
      result.bits = circuit::float_negate(a.bits);
      break;
    case Op::FCmp:
      result.bits = {terms::compares_floats(c_, static_cast<Predicate>(in.sub), a.bits, b.bits)};
      break;
    case Op::FPConv: {
      const circuit::FloatFormat from = terms::format_of(static_cast<unsigned>(in.imm));
      result.bits = with_any_nan(circuit::float_convert(c_, from, terms::format_of(in.width), a.bits), in.width);
      break;
    }
    case Op::SIToFP:
    case Op::UIToFP:
      result.bits = circuit::float_from_integer(c_, terms::format_of(in.width), a.bits, in.op == Op::SIToFP);
      break;
    default:
      return not_modelled_float();
  }
  set(in.dst, result);
}

void Builder::compute_float() {
  const Instr& in = instr();
  const unsigned from = is_conversion(in.op) ? static_cast<unsigned>(in.imm) : in.width;
  const bool unary = is_unary(in.op);
  const Value a = operand(in.a, from), b = unary ? Value{circuit::constant_word(0, from)} : operand(in.b, from);
  const AbstractValue all_a = abstract_operand(in.a), all_b = unary ? AbstractValue::number(0) : abstract_operand(in.b);
  auto are_known = [](const AbstractValue& value) { return !value.has_any_number() && value.pointers().empty(); };
  for (const auto& [all, word] : {std::pair{&all_a, &a.bits}, std::pair{&all_b, &b.bits}})
    if (from >= 64) end_if(is_address(*all, *word), BadKind::Bound, "computes with addresses as numbers");
  if (!are_known(all_a) || !are_known(all_b)) return compute_unknown_float(a, b);
  Value result{circuit::constant_word(0, in.op == Op::FCmp ? 1 : in.width), either(a.undefined, b.undefined)};
  Literal known = result.undefined;
  for (uint64_t x : all_a.numbers())
    for (uint64_t y : all_b.numbers()) {
      const Literal here = both(circuit::eq(c_, a.bits, x), circuit::eq(c_, b.bits, y));
      known = either(known, here);
      if (const std::optional<uint64_t> value = computed_float(in, x, y))
        result.bits = circuit::ite(c_, here, circuit::constant_word(*value, static_cast<unsigned>(result.bits.size())),
                                   result.bits);
      else
        end_if(both(here, circuit::negate(result.undefined)), BadKind::Memory,
               "converts a floating-point number to an integer type that cannot hold it");
    }
  end_if(circuit::negate(known), BadKind::Bound, "a floating-point number that the value analysis has not found");
  set(in.dst, result);
}

}  // namespace mover::symbolic
