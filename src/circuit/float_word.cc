#include "circuit/float_word.h"

#include <algorithm>

namespace mover::circuit {

namespace {

// Exponents are numbers in two's complement of this width. It holds the sum of two exponents of any format here, and
// the number of bits of every significand.
constexpr unsigned kExponentWidth = 16;

Word exponent_of(int64_t value) { return constant_word(static_cast<uint64_t>(value), kExponentWidth); }

struct Unpacked {
  Literal sign = kFalse, is_nan = kFalse, is_infinite = kFalse, is_zero = kFalse;
  Word exponent;     // of the significand's first bit, without the bias
  Word significand;  // the fraction with the hidden bit, which is 0 for a subnormal number
  Word magnitude;    // the encoding without the sign
};

int64_t bias(const FloatFormat& format) { return (int64_t{1} << (format.exponent - 1)) - 1; }

Unpacked unpack(Circuit& c, const FloatFormat& format, const Word& a) {
  Unpacked result;
  const Word fraction = extract(a, 0, format.fraction), exponent = extract(a, format.fraction, format.exponent);
  const Literal is_special = all_bits(c, exponent), is_normal = any_bit(c, exponent);
  const Literal has_fraction = any_bit(c, fraction);
  result.sign = a.back();
  result.is_nan = c.conjunction(is_special, has_fraction);
  result.is_infinite = c.conjunction(is_special, negate(has_fraction));
  result.is_zero = c.conjunction(negate(is_normal), negate(has_fraction));
  const Word biased = ite(c, is_normal, zero_extend(exponent, kExponentWidth), exponent_of(1));
  result.exponent = sub(c, biased, exponent_of(bias(format)));
  result.significand = concat(Word{is_normal}, fraction);
  result.magnitude = extract(a, 0, format.width() - 1);
  return result;
}

Word infinity(const FloatFormat& format, Literal sign) {
  Word result(format.fraction, kFalse);
  result.insert(result.end(), format.exponent, kTrue);
  result.push_back(sign);
  return result;
}

// Shifts to the right. The last bit of the result is set if a bit that is 1 is shifted out.
Word shifted_with_sticky(Circuit& c, const Word& a, const Word& amount) {
  Word result = lshr(c, a, amount);
  result[0] = c.disjunction(result[0], ne(c, shl(c, result, amount), a));
  return result;
}

// The number nearest to significand * 2^(exponent - (width of the significand - 1)).
// REQUIRES: the significand has at least two bits more than the format's.
Word rounded(Circuit& c, const FloatFormat& format, Literal sign, const Word& exponent, const Word& significand) {
  const auto width = static_cast<unsigned>(significand.size());
  const Word zeros = leading_zeros(c, significand);
  const Word normal = shl(c, significand, zeros);
  const Word biased = add(c, sub(c, exponent, zero_extend(zeros, kExponentWidth)), exponent_of(bias(format)));
  // A subnormal number has the exponent field 0 and the same weight as the field 1.
  const Literal is_small = slt(c, biased, exponent_of(1));
  const Word shift = ite(c, is_small, sub(c, exponent_of(1), biased), exponent_of(0));
  const Word aligned = shifted_with_sticky(c, normal, shift);
  const Word field = ite(c, is_small, exponent_of(0), biased);
  const unsigned low = width - 1 - format.fraction;
  const Word packed = concat(extract(field, 0, format.exponent), extract(aligned, low, format.fraction));
  const Literal half = aligned[low - 1], rest = any_bit(c, extract(aligned, 0, low - 1));
  const Literal up = c.conjunction(half, c.disjunction(rest, aligned[low]));
  // A carry out of the fraction increases the exponent field, up to that of infinity.
  Word result = add(c, packed, zero_extend(Word{up}, format.width() - 1));
  result.push_back(sign);
  const Literal is_large = negate(slt(c, biased, exponent_of((int64_t{1} << format.exponent) - 1)));
  result = ite(c, is_large, infinity(format, sign), result);
  Word zero(format.width() - 1, kFalse);
  zero.push_back(sign);
  return ite(c, any_bit(c, significand), result, zero);
}

Unpacked select(Circuit& c, Literal condition, const Unpacked& yes, const Unpacked& no) {
  Unpacked result;
  result.sign = c.ite(condition, yes.sign, no.sign);
  result.exponent = ite(c, condition, yes.exponent, no.exponent);
  result.significand = ite(c, condition, yes.significand, no.significand);
  return result;
}

}  // namespace

FloatResult float_add(Circuit& c, const FloatFormat& format, const Word& a, const Word& b) {
  const Unpacked x = unpack(c, format, a), y = unpack(c, format, b);
  const Literal swap = ult(c, x.magnitude, y.magnitude);
  const Unpacked large = select(c, swap, y, x), small = select(c, swap, x, y);
  // A bit for the carry, the significand, and three bits: two that rounding needs after a shift by one, and one for all
  // lower bits.
  const unsigned width = 1 + (format.fraction + 1) + 3;
  auto placed = [&](const Word& significand) { return concat(Word{kFalse}, concat(significand, Word(3, kFalse))); };
  const Word of_large = placed(large.significand);
  const Word of_small = shifted_with_sticky(c, placed(small.significand), sub(c, large.exponent, small.exponent));
  const Literal subtracts = c.exclusive_or(x.sign, y.sign);
  const Word sum = ite(c, subtracts, sub(c, of_large, of_small), add(c, of_large, of_small));
  const Literal is_zero = negate(any_bit(c, sum));
  const Literal sign = c.ite(is_zero, c.conjunction(x.sign, y.sign), large.sign);
  FloatResult result;
  result.bits = rounded(c, format, sign, add(c, large.exponent, exponent_of(1)), zero_extend(sum, width));
  result.bits = ite(c, y.is_infinite, infinity(format, y.sign), result.bits);
  result.bits = ite(c, x.is_infinite, infinity(format, x.sign), result.bits);
  const Literal opposed = c.conjunction(c.conjunction(x.is_infinite, y.is_infinite), subtracts);
  result.is_nan = c.disjunction(c.disjunction(x.is_nan, y.is_nan), opposed);
  return result;
}

FloatResult float_mul(Circuit& c, const FloatFormat& format, const Word& a, const Word& b) {
  const Unpacked x = unpack(c, format, a), y = unpack(c, format, b);
  const unsigned width = 2 * (format.fraction + 1);
  const Word product = mul(c, zero_extend(x.significand, width), zero_extend(y.significand, width));
  const Literal sign = c.exclusive_or(x.sign, y.sign);
  const Word exponent = add(c, add(c, x.exponent, y.exponent), exponent_of(1));
  FloatResult result;
  result.bits = ite(c, c.disjunction(x.is_infinite, y.is_infinite), infinity(format, sign),
                    rounded(c, format, sign, exponent, product));
  const Literal undefined =
      c.disjunction(c.conjunction(x.is_infinite, y.is_zero), c.conjunction(x.is_zero, y.is_infinite));
  result.is_nan = c.disjunction(c.disjunction(x.is_nan, y.is_nan), undefined);
  return result;
}

FloatResult float_convert(Circuit& c, const FloatFormat& from, const FloatFormat& to, const Word& a) {
  const Unpacked x = unpack(c, from, a);
  const unsigned padding = to.fraction + 3 > from.fraction ? to.fraction + 3 - from.fraction : 0;
  const Word significand = concat(x.significand, Word(padding, kFalse));
  return {ite(c, x.is_infinite, infinity(to, x.sign), rounded(c, to, x.sign, x.exponent, significand)), x.is_nan};
}

Word float_from_integer(Circuit& c, const FloatFormat& format, const Word& integer, bool is_signed) {
  const auto width = static_cast<unsigned>(integer.size());
  const Literal sign = is_signed ? integer.back() : kFalse;
  const Word absolute = ite(c, sign, neg(c, integer), integer);
  const unsigned padding = format.fraction + 3 > width ? format.fraction + 3 - width : 0;
  return rounded(c, format, sign, exponent_of(width - 1), concat(absolute, Word(padding, kFalse)));
}

Word float_negate(Word a) {
  a.back() = negate(a.back());
  return a;
}

Literal float_unordered(Circuit& c, const FloatFormat& format, const Word& a, const Word& b) {
  return c.disjunction(unpack(c, format, a).is_nan, unpack(c, format, b).is_nan);
}

Literal float_eq(Circuit& c, const FloatFormat& format, const Word& a, const Word& b) {
  const Literal zeros = c.conjunction(unpack(c, format, a).is_zero, unpack(c, format, b).is_zero);
  return c.conjunction(negate(float_unordered(c, format, a, b)), c.disjunction(zeros, eq(c, a, b)));
}

Literal float_lt(Circuit& c, const FloatFormat& format, const Word& a, const Word& b) {
  const Unpacked x = unpack(c, format, a), y = unpack(c, format, b);
  const Literal less = ult(c, x.magnitude, y.magnitude), greater = ult(c, y.magnitude, x.magnitude);
  const Literal same_sign = c.ite(x.sign, greater, less);
  const Literal not_zeros = negate(c.conjunction(x.is_zero, y.is_zero));
  const Literal is_less = c.ite(c.exclusive_or(x.sign, y.sign), c.conjunction(x.sign, not_zeros), same_sign);
  return c.conjunction(negate(float_unordered(c, format, a, b)), is_less);
}

}  // namespace mover::circuit
