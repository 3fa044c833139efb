// Adders, multipliers, dividers, shifters and comparators as circuits.
#include "circuit/word.h"

#include <algorithm>
#include <bit>

#include "support/check.h"

namespace mover::circuit {

namespace {

void same_width(const Word& a, const Word& b) { MOVER_CHECK(a.size() == b.size(), "operands have the same width"); }

struct Sum {
  Word bits;
  Literal carry;  // out of the highest bit
};

Sum add_with_carry(Circuit& c, const Word& a, const Word& b, Literal carry) {
  same_width(a, b);
  Sum sum{{}, carry};
  for (size_t i = 0; i < a.size(); ++i) {
    Literal half = c.exclusive_or(a[i], b[i]);
    sum.bits.push_back(c.exclusive_or(half, sum.carry));
    sum.carry = c.disjunction(c.conjunction(a[i], b[i]), c.conjunction(half, sum.carry));
  }
  return sum;
}

struct Division {
  Word quotient, remainder;
};

// Long division from the highest bit down. If the remainder is not smaller than the divisor, the divisor is subtracted
// from it, and the bit of the quotient is 1. This is always so if the divisor is zero, so the quotient is then all ones
// and the remainder is the dividend. The shifted remainder needs one more bit for the comparison. If the divisor has a
// bit that is constant 1, it cannot be zero, and no remainder is wider than the divisor.
Division divide(Circuit& c, const Word& a, const Word& b) {
  same_width(a, b);
  size_t width = a.size(), bits = width;
  if (std::find(b.begin(), b.end(), kTrue) != b.end())
    while (b[bits - 1] == kFalse) --bits;
  Division d{Word(width, kFalse), Word(bits, kFalse)};
  Word divisor =
      zero_extend(Word(b.begin(), b.begin() + static_cast<ptrdiff_t>(bits)), static_cast<unsigned>(bits + 1));
  for (size_t i = width; i-- > 0;) {
    Word shifted{a[i]};
    shifted.insert(shifted.end(), d.remainder.begin(), d.remainder.end());
    Sum difference = add_with_carry(c, shifted, bit_not(divisor), kTrue);
    d.quotient[i] = difference.carry;
    Word reduced = ite(c, difference.carry, difference.bits, shifted);
    d.remainder.assign(reduced.begin(), reduced.begin() + static_cast<ptrdiff_t>(bits));
  }
  d.remainder = zero_extend(d.remainder, static_cast<unsigned>(width));
  return d;
}

Word absolute(Circuit& c, const Word& a) { return ite(c, a.back(), neg(c, a), a); }

enum class Direction { Left, Right };

// A barrel shifter. Bits that are shifted in are `fill`.
Word shift(Circuit& c, const Word& a, const Word& amount, Direction direction, Literal fill) {
  size_t width = a.size();
  Word result = a;
  Literal beyond = kFalse;  // the amount is at least the width
  for (size_t stage = 0; stage < amount.size(); ++stage) {
    if (stage >= 32 || (size_t{1} << stage) >= width) {
      beyond = c.disjunction(beyond, amount[stage]);
      continue;
    }
    size_t by = size_t{1} << stage;
    Word shifted(width);
    for (size_t i = 0; i < width; ++i) {
      if (direction == Direction::Left)
        shifted[i] = i >= by ? result[i - by] : fill;
      else
        shifted[i] = i + by < width ? result[i + by] : fill;
    }
    result = ite(c, amount[stage], shifted, result);
  }
  return ite(c, beyond, Word(width, fill), result);
}

}  // namespace

unsigned bits_for(uint64_t values) { return values <= 2 ? 1 : static_cast<unsigned>(std::bit_width(values - 1)); }

Word constant_word(uint64_t value, unsigned width) {
  Word word(width, kFalse);
  for (unsigned i = 0; i < std::min(width, 64u); ++i) word[i] = constant((value >> i) & 1);
  return word;
}

Word input_word(Circuit& c, const std::string& name, unsigned width) {
  Word word;
  for (unsigned i = 0; i < width; ++i) word.push_back(c.input(name + "[" + std::to_string(i) + "]"));
  return word;
}

Word latch_word(Circuit& c, const std::string& name, unsigned width, uint64_t initial) {
  Word word;
  for (unsigned i = 0; i < width; ++i)
    word.push_back(
        c.latch(name + "[" + std::to_string(i) + "]", i < 64 && ((initial >> i) & 1) ? Initial::One : Initial::Zero));
  return word;
}

Word free_latch_word(Circuit& c, const std::string& name, unsigned width) {
  Word word;
  for (unsigned i = 0; i < width; ++i) word.push_back(c.latch(name + "[" + std::to_string(i) + "]", Initial::Free));
  return word;
}

void set_next(Circuit& c, const Word& latches, const Word& next) {
  same_width(latches, next);
  for (size_t i = 0; i < latches.size(); ++i) c.set_next(latches[i], next[i]);
}

Word bit_not(const Word& a) {
  Word result = a;
  for (Literal& l : result) l = negate(l);
  return result;
}

Word bit_and(Circuit& c, const Word& a, const Word& b) {
  same_width(a, b);
  Word result;
  for (size_t i = 0; i < a.size(); ++i) result.push_back(c.conjunction(a[i], b[i]));
  return result;
}

Word bit_or(Circuit& c, const Word& a, const Word& b) { return bit_not(bit_and(c, bit_not(a), bit_not(b))); }

Word bit_xor(Circuit& c, const Word& a, const Word& b) {
  same_width(a, b);
  Word result;
  for (size_t i = 0; i < a.size(); ++i) result.push_back(c.exclusive_or(a[i], b[i]));
  return result;
}

Word add(Circuit& c, const Word& a, const Word& b) { return add_with_carry(c, a, b, kFalse).bits; }
Word sub(Circuit& c, const Word& a, const Word& b) { return add_with_carry(c, a, bit_not(b), kTrue).bits; }
Word neg(Circuit& c, const Word& a) { return sub(c, Word(a.size(), kFalse), a); }

Word mul(Circuit& c, const Word& a, const Word& b) {
  same_width(a, b);
  size_t width = a.size();
  auto constants = [](const Word& w) { return std::count_if(w.begin(), w.end(), is_constant); };
  const Word& x =
      constants(a) > constants(b) ? b : a;  // y has more constant bits: a constant 0 needs no partial product
  const Word& y = &x == &a ? b : a;
  Word product(width, kFalse);
  for (size_t i = 0; i < width; ++i) {
    if (y[i] == kFalse) continue;
    Word high(product.begin() + static_cast<ptrdiff_t>(i), product.end());
    Word row(x.begin(), x.end() - static_cast<ptrdiff_t>(i));
    for (Literal& l : row) l = c.conjunction(l, y[i]);
    Word sum = add(c, high, row);
    std::copy(sum.begin(), sum.end(), product.begin() + static_cast<ptrdiff_t>(i));
  }
  return product;
}

Word udiv(Circuit& c, const Word& a, const Word& b) { return divide(c, a, b).quotient; }
Word urem(Circuit& c, const Word& a, const Word& b) { return divide(c, a, b).remainder; }

Word sdiv(Circuit& c, const Word& a, const Word& b) {
  Word quotient = udiv(c, absolute(c, a), absolute(c, b));
  return ite(c, c.exclusive_or(a.back(), b.back()), neg(c, quotient), quotient);
}

Word srem(Circuit& c, const Word& a, const Word& b) {
  Word remainder = urem(c, absolute(c, a), absolute(c, b));
  return ite(c, a.back(), neg(c, remainder), remainder);
}

Word shl(Circuit& c, const Word& a, const Word& amount) { return shift(c, a, amount, Direction::Left, kFalse); }
Word lshr(Circuit& c, const Word& a, const Word& amount) { return shift(c, a, amount, Direction::Right, kFalse); }
Word ashr(Circuit& c, const Word& a, const Word& amount) { return shift(c, a, amount, Direction::Right, a.back()); }

Literal eq(Circuit& c, const Word& a, const Word& b) {
  Word same = bit_not(bit_xor(c, a, b));
  return c.all_of(same);
}

Literal eq(Circuit& c, const Word& a, uint64_t value) {
  return eq(c, a, constant_word(value, static_cast<unsigned>(a.size())));
}

// The highest bit in which the words differ decides. SAT solvers propagate better through a chain of multiplexers than
// through the carries of a subtraction.
Literal ult(Circuit& c, const Word& a, const Word& b) {
  same_width(a, b);
  Literal less = kFalse;
  for (size_t i = 0; i < a.size(); ++i) less = c.ite(c.exclusive_or(a[i], b[i]), b[i], less);
  return less;
}

Literal slt(Circuit& c, const Word& a, const Word& b) {
  Word x = a, y = b;
  x.back() = negate(x.back());
  y.back() = negate(y.back());
  return ult(c, x, y);
}

Word ite(Circuit& c, Literal condition, const Word& then, const Word& otherwise) {
  same_width(then, otherwise);
  Word result;
  for (size_t i = 0; i < then.size(); ++i) result.push_back(c.ite(condition, then[i], otherwise[i]));
  return result;
}

Word zero_extend(const Word& a, unsigned width) {
  Word result = a;
  result.resize(width, kFalse);
  return result;
}

Word sign_extend(const Word& a, unsigned width) {
  Word result = a;
  result.resize(width, a.back());
  return result;
}

Word extract(const Word& a, unsigned low, unsigned width) {
  MOVER_CHECK(low + width <= a.size(), "the bits lie within the word");
  return Word(a.begin() + low, a.begin() + low + width);
}

Word concat(const Word& high, const Word& low) {
  Word result = low;
  result.insert(result.end(), high.begin(), high.end());
  return result;
}

Literal any_bit(Circuit& c, const Word& a) { return c.any_of(a); }
Literal all_bits(Circuit& c, const Word& a) { return c.all_of(a); }

Literal parity(Circuit& c, const Word& a) {
  Literal result = kFalse;
  for (Literal l : a) result = c.exclusive_or(result, l);
  return result;
}

Literal uadd_overflows(Circuit& c, const Word& a, const Word& b) { return add_with_carry(c, a, b, kFalse).carry; }

Literal sadd_overflows(Circuit& c, const Word& a, const Word& b) {
  Literal sign = add(c, a, b).back();  // overflow: the operands have the same sign, and the sum has the other one
  return c.conjunction(c.equivalent(a.back(), b.back()), c.exclusive_or(a.back(), sign));
}

Literal usub_overflows(Circuit& c, const Word& a, const Word& b) { return ult(c, a, b); }

Literal ssub_overflows(Circuit& c, const Word& a, const Word& b) {
  Literal sign = sub(c, a, b).back();
  return c.conjunction(c.exclusive_or(a.back(), b.back()), c.exclusive_or(a.back(), sign));
}

Literal umul_overflows(Circuit& c, const Word& a, const Word& b) {
  auto width = static_cast<unsigned>(a.size());
  Word product = mul(c, zero_extend(a, 2 * width), zero_extend(b, 2 * width));
  return any_bit(c, extract(product, width, width));
}

Literal smul_overflows(Circuit& c, const Word& a, const Word& b) {
  auto width = static_cast<unsigned>(a.size());
  Word product = mul(c, sign_extend(a, 2 * width), sign_extend(b, 2 * width));
  return ne(c, extract(product, width, width), Word(width, product[width - 1]));
}

Literal sdiv_overflows(Circuit& c, const Word& a, const Word& b) {
  Word rest(a.begin(), a.end() - 1);
  return c.conjunction(c.conjunction(a.back(), negate(any_bit(c, rest))), all_bits(c, b));
}

Word popcount(Circuit& c, const Word& a) {
  auto width = static_cast<unsigned>(a.size());
  Word count(width, kFalse);
  for (Literal l : a) count = add(c, count, zero_extend({l}, width));
  return count;
}

Word leading_zeros(Circuit& c, const Word& a) { return trailing_zeros(c, bit_reverse(a)); }

Word trailing_zeros(Circuit& c, const Word& a) {
  auto width = static_cast<unsigned>(a.size());
  Word count = constant_word(width, width);  // the result if all bits are 0
  for (unsigned i = width; i-- > 0;) count = ite(c, a[i], constant_word(i, width), count);
  return count;
}

Word byte_swap(const Word& a) {
  MOVER_CHECK(a.size() % 8 == 0, "whole bytes are swapped");
  Word result;
  for (size_t byte = a.size(); byte > 0; byte -= 8)
    result.insert(result.end(), a.begin() + static_cast<ptrdiff_t>(byte - 8), a.begin() + static_cast<ptrdiff_t>(byte));
  return result;
}

Word bit_reverse(const Word& a) { return Word(a.rbegin(), a.rend()); }

}  // namespace mover::circuit
