// Tests circuits: rewriting preserves the functions of gates, and arithmetic on words is the same as the interpreter's.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>

#include "circuit/aig.h"
#include "circuit/float_word.h"
#include "circuit/polynomials.h"
#include "circuit/word.h"
#include "unit/rounds.h"
#include "unit/small_programs.h"

namespace mover::circuit {
namespace {

using Pair = std::pair<uint64_t, uint64_t>;

uint64_t mask(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

std::vector<bool> bits_of(uint64_t a, uint64_t b, unsigned width) {
  std::vector<bool> bits;
  for (uint64_t value : {a, b})
    for (unsigned i = 0; i < width; ++i) bits.push_back((value >> i) & 1);
  return bits;
}

uint64_t number(const std::vector<bool>& nodes, const Word& word) {
  uint64_t result = 0;
  for (size_t i = 0; i < word.size(); ++i) result |= static_cast<uint64_t>(value_of(nodes, word[i])) << i;
  return result;
}

struct Operator {
  std::string text;       // in the IR, without width
  unsigned operands = 2;  // 1: the operation has no second operand
  bool one_bit = false;
  std::function<Word(Circuit&, const Word&, const Word&)> build;
  std::function<bool(uint64_t, uint64_t, unsigned)> skip = [](uint64_t, uint64_t, unsigned) { return false; };
};

void PrintTo(const Operator& op, std::ostream* out) { *out << op.text; }

// Whether the interpreter and the circuit compute the same results for all pairs. `wrong`: the expected result of one
// pair is changed, so that the result must be false.
bool agrees(const Operator& op, unsigned width, const std::vector<Pair>& pairs, bool wrong = false) {
  Circuit c;
  Word a = input_word(c, "a", width), b = input_word(c, "b", width), result = op.build(c, a, b);
  EXPECT_EQ(result.size(), op.one_bit ? 1 : width);
  std::string w = std::to_string(width), r = op.one_bit ? "1" : w;
  std::string text = test::kBoom + "func @main(0) regs 24 {\n  %6 = mov.1 1\n";
  for (auto [x, y] : pairs) {
    if (op.skip(x, y, width)) continue;
    uint64_t expected = number(evaluate(c, {}, bits_of(x, y, width)), result);
    if (wrong) expected ^= 1, wrong = false;
    text += "  %1 = " + op.text + "." + w + " " + std::to_string(x);
    if (op.operands == 2) text += ", " + std::to_string(y);
    text += "\n  %5 = icmp.eq." + r + " %1, " + std::to_string(expected) + "\n  %6 = and.1 %6, %5\n";
  }
  text += test::claim("%6") + "  ret\n}\n";
  return test::message_of(test::run(text)).empty();
}

std::vector<Pair> all_pairs(unsigned width) {
  std::vector<Pair> pairs;
  for (uint64_t x = 0; x <= mask(width); ++x)
    for (uint64_t y = 0; y <= mask(width); ++y) pairs.emplace_back(x, y);
  return pairs;
}

// Random numbers of random lengths, and the smallest and largest numbers.
std::vector<Pair> some_pairs(unsigned width) {
  std::mt19937_64 random(width);
  std::vector<uint64_t> ends = {0, 1, mask(width), mask(width) >> 1, (mask(width) >> 1) + 1, width, width - 1};
  auto any = [&] {
    if (random() % 4 == 0) return ends[random() % ends.size()] & mask(width);
    return random() >> (64 - 1 - random() % width);
  };
  std::vector<Pair> pairs;
  for (int i = 0; i < 60; ++i) {
    uint64_t x = any(), y = any();
    pairs.emplace_back(x & mask(width), y & mask(width));
  }
  return pairs;
}

class WordOperators : public ::testing::TestWithParam<Operator> {};

TEST_P(WordOperators, ComputeAsTheInterpreterDoes) {
  const Operator& op = GetParam();
  bool bytes = op.text == "math.bswap";
  if (!bytes) {
    EXPECT_TRUE(agrees(op, 4, all_pairs(4)));
    EXPECT_FALSE(agrees(op, 4, all_pairs(4), true));
    EXPECT_TRUE(agrees(op, 3, all_pairs(3)));
  }
  for (unsigned width : {8u, 16u, 32u, 64u}) EXPECT_TRUE(agrees(op, width, some_pairs(width))) << width;
  if (bytes) return;
  for (unsigned width : {5u, 13u, 31u, 33u, 63u}) EXPECT_TRUE(agrees(op, width, some_pairs(width))) << width;
}

Operator binary(const std::string& text, Word (*build)(Circuit&, const Word&, const Word&)) {
  return {text, 2, false, build};
}
Operator predicate(const std::string& text, Literal (*build)(Circuit&, const Word&, const Word&)) {
  return {text, 2, true, [build](Circuit& c, const Word& a, const Word& b) { return Word{build(c, a, b)}; }};
}
Operator comparison(const std::string& name, Literal (*build)(Circuit&, const Word&, const Word&)) {
  return predicate("icmp." + name, build);
}
Operator unary(const std::string& text, Word (*build)(Circuit&, const Word&)) {
  return {text, 1, false, [build](Circuit& c, const Word& a, const Word&) { return build(c, a); }};
}
Operator permutation(const std::string& text, Word (*build)(const Word&)) {
  return {text, 1, false, [build](Circuit&, const Word& a, const Word&) { return build(a); }};
}
Operator division(const std::string& text, Word (*build)(Circuit&, const Word&, const Word&)) {
  Operator op = binary(text, build);
  bool is_signed = text[0] == 's';
  op.skip = [is_signed](uint64_t x, uint64_t y, unsigned width) {  // the program crashes there
    return y == 0 || (is_signed && y == mask(width) && x == (mask(width) >> 1) + 1);
  };
  return op;
}

Literal equal(Circuit& c, const Word& a, const Word& b) { return eq(c, a, b); }

INSTANTIATE_TEST_SUITE_P(
    Each, WordOperators,
    ::testing::Values(binary("add", add), binary("sub", sub), binary("mul", mul), binary("and", bit_and),
                      binary("or", bit_or), binary("xor", bit_xor), binary("shl", shl), binary("lshr", lshr),
                      binary("ashr", ashr), division("udiv", udiv), division("urem", urem), division("sdiv", sdiv),
                      division("srem", srem), comparison("eq", equal), comparison("ne", ne), comparison("ult", ult),
                      comparison("ule", ule), comparison("ugt", ugt), comparison("uge", uge), comparison("slt", slt),
                      comparison("sle", sle), comparison("sgt", sgt), comparison("sge", sge),
                      predicate("overflow.uadd", uadd_overflows), predicate("overflow.sadd", sadd_overflows),
                      predicate("overflow.usub", usub_overflows), predicate("overflow.ssub", ssub_overflows),
                      predicate("overflow.umul", umul_overflows), predicate("overflow.smul", smul_overflows),
                      unary("math.ctpop", popcount), unary("math.ctlz", leading_zeros),
                      unary("math.cttz", trailing_zeros), permutation("math.bswap", byte_swap),
                      permutation("math.bitreverse", bit_reverse)),
    [](const auto& info) {
      std::string name = info.param.text;
      for (char& ch : name)
        if (ch == '.') ch = '_';
      return name;
    });

TEST(Words, DivisionByZeroAndOverflowAreAsInBtor2) {
  for (unsigned width : {1u, 4u, 7u}) {
    Circuit c;
    Word a = input_word(c, "a", width), b = input_word(c, "b", width);
    Word q = udiv(c, a, b), r = urem(c, a, b), sq = sdiv(c, a, b), sr = srem(c, a, b);
    Literal overflows = sdiv_overflows(c, a, b);
    for (uint64_t x = 0; x <= mask(width); ++x) {
      auto nodes = evaluate(c, {}, bits_of(x, 0, width));
      bool negative = (x >> (width - 1)) & 1;
      EXPECT_EQ(number(nodes, q), mask(width));
      EXPECT_EQ(number(nodes, r), x);
      EXPECT_EQ(number(nodes, sq), negative ? 1 : mask(width));
      EXPECT_EQ(number(nodes, sr), x);
      EXPECT_EQ(value_of(evaluate(c, {}, bits_of(x, mask(width), width)), overflows), x == (mask(width) >> 1) + 1);
    }
  }
}

TEST(Words, ExtendExtractConcatAndReduce) {
  Circuit c;
  Word a = input_word(c, "a", 4);
  Word z = zero_extend(a, 6), s = sign_extend(a, 6), high = extract(a, 2, 2), both = concat(a, high),
       chosen = ite(c, a[0], z, s), shifted = shl(c, a, input_word(c, "by", 9));
  Literal any = any_bit(c, a), all = all_bits(c, a), odd = parity(c, a);
  for (uint64_t x = 0; x < 16; ++x)
    for (uint64_t by : {0, 1, 3, 4, 16, 256}) {
      std::vector<bool> inputs = bits_of(x, 0, 4);
      inputs.resize(4);
      for (int i = 0; i < 9; ++i) inputs.push_back((by >> i) & 1);
      auto nodes = evaluate(c, {}, inputs);
      uint64_t extended = x & 8 ? x | 48 : x;
      EXPECT_EQ(number(nodes, z), x);
      EXPECT_EQ(number(nodes, s), extended);
      EXPECT_EQ(number(nodes, high), x >> 2);
      EXPECT_EQ(number(nodes, both), (x << 2) | (x >> 2));
      EXPECT_EQ(number(nodes, chosen), x & 1 ? x : extended);
      EXPECT_EQ(number(nodes, shifted), by >= 4 ? 0 : (x << by) & 15);
      EXPECT_EQ(value_of(nodes, any), x != 0);
      EXPECT_EQ(value_of(nodes, all), x == 15);
      EXPECT_EQ(value_of(nodes, odd), std::popcount(x) % 2 == 1);
    }
}

// Builds random gates over few inputs, and computes the truth table of each independently. Rewriting must not change
// it.
TEST(Circuit, RewritingKeepsEveryFunction) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    Circuit c;
    std::vector<std::pair<Literal, uint16_t>> known = {{kTrue, 0xffff}};
    const uint16_t tables[] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    for (int i = 0; i < 4; ++i) known.emplace_back(c.input("i"), tables[i]);
    for (int i = 0; i < 60; ++i) {
      auto pick = [&] {
        auto [l, table] = known[random() % known.size()];
        return random() % 2 ? std::pair(l, table) : std::pair(negate(l), static_cast<uint16_t>(~table));
      };
      auto [a, x] = pick();
      auto [b, y] = pick();
      auto [d, z] = pick();
      switch (random() % 4) {
        case 0:
          known.emplace_back(c.exclusive_or(a, b), x ^ y);
          break;
        case 1:
          known.emplace_back(c.ite(a, b, d), (x & y) | (~x & z));
          break;
        default:
          known.emplace_back(c.conjunction(a, b), x & y);
      }
    }
    for (int assignment = 0; assignment < 16; ++assignment) {
      auto nodes =
          evaluate(c, {}, {(assignment & 1) != 0, (assignment & 2) != 0, (assignment & 4) != 0, (assignment & 8) != 0});
      for (auto [l, table] : known) ASSERT_EQ(value_of(nodes, l), ((table >> assignment) & 1) != 0);
    }
  }
}

TEST(Circuit, EqualGatesAreOneAndSmallOnesVanish) {
  Circuit c;
  Literal a = c.input("a"), b = c.input("b"), d = c.input("d");
  EXPECT_EQ(c.conjunction(a, b), c.conjunction(b, a));
  EXPECT_EQ(c.conjunction(a, kTrue), a);
  EXPECT_EQ(c.conjunction(a, kFalse), kFalse);
  EXPECT_EQ(c.conjunction(a, a), a);
  EXPECT_EQ(c.conjunction(a, negate(a)), kFalse);
  Literal ab = c.conjunction(a, b), bd = c.conjunction(b, d);
  EXPECT_EQ(c.conjunction(ab, negate(b)), kFalse);                                       // contradiction
  EXPECT_EQ(c.conjunction(ab, a), ab);                                                   // idempotence
  EXPECT_EQ(c.conjunction(negate(ab), negate(a)), negate(a));                            // subsumption
  EXPECT_EQ(c.conjunction(negate(ab), a), c.conjunction(a, negate(b)));                  // substitution
  EXPECT_EQ(c.conjunction(negate(ab), negate(c.conjunction(a, negate(b)))), negate(a));  // resolution
  EXPECT_EQ(c.conjunction(ab, bd), c.conjunction(ab, d));                                // idempotence of two gates
  EXPECT_EQ(c.conjunction(ab, negate(bd)), c.conjunction(ab, negate(d)));                // substitution of two
  EXPECT_EQ(c.conjunction(ab, negate(c.conjunction(negate(b), d))), ab);                 // subsumption of two
  uint32_t gates = c.gate_count();
  c.conjunction(a, b);
  c.disjunction(negate(a), negate(b));
  EXPECT_EQ(c.gate_count(), gates);
}

TEST(Polynomials, ResultsDoNotDependOnTheOrderOfOperations) {
  using enum Arithmetic::Operator;
  Circuit c;
  const Word x = input_word(c, "x", 32), y = input_word(c, "y", 32), z = input_word(c, "z", 32);
  Polynomials p(c);
  const Word sum = p.apply(Add, p.apply(Add, x, y), z);
  EXPECT_EQ(sum, p.apply(Add, x, p.apply(Add, z, y)));
  EXPECT_EQ(p.apply(Sub, sum, z), add(c, x, y)) << "sums have the form of word.h";
  EXPECT_EQ(p.apply(Sub, sum, sum), constant_word(0, 32));
  EXPECT_EQ(p.apply(Sub, sum, p.apply(Add, y, z)), x);
  const Word three = constant_word(3, 32), twice = p.apply(Add, y, y);
  EXPECT_EQ(p.apply(Mul, three, p.apply(Add, x, twice)),
            p.apply(Add, p.apply(Mul, x, three), p.apply(Mul, y, constant_word(6, 32))));
  const Word square = p.apply(Mul, p.apply(Add, x, y), p.apply(Sub, x, y));  // (x + y)(x - y) = x^2 - y^2
  EXPECT_EQ(square, p.apply(Sub, p.apply(Mul, x, x), p.apply(Mul, y, y)));
  EXPECT_NE(square, p.apply(Add, p.apply(Mul, x, x), p.apply(Mul, y, y)));
}

// Random expressions: equal polynomials are equal words, and each result has the value of its operation.
TEST(Polynomials, AgreeWithArithmeticOnNumbers) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 50; ++round) {
    Circuit c;
    const unsigned width = 1 + static_cast<unsigned>(random() % 12);
    const uint64_t mask = (uint64_t{1} << width) - 1;
    std::vector<Word> words = {constant_word(random() & mask, width)};
    for (int i = 0; i < 3; ++i) words.push_back(input_word(c, "x", width));
    struct Step {
      Arithmetic::Operator op;
      size_t a, b;
    };
    std::vector<Step> steps;
    Polynomials polynomials(c);
    for (int i = 0; i < 12; ++i) {
      steps.push_back(
          {static_cast<Arithmetic::Operator>(random() % 3), random() % words.size(), random() % words.size()});
      words.push_back(polynomials.apply(steps.back().op, words[steps.back().a], words[steps.back().b]));
    }
    for (int sample = 0; sample < 20; ++sample) {
      std::vector<bool> inputs;
      for (size_t i = 0; i < c.inputs().size(); ++i) inputs.push_back(random() % 2 != 0);
      const std::vector<bool> values = evaluate(c, {}, inputs);
      auto number = [&](const Word& word) {
        uint64_t result = 0;
        for (size_t i = 0; i < word.size(); ++i) result |= uint64_t{value_of(values, word[i])} << i;
        return result;
      };
      for (size_t i = 0; i < steps.size(); ++i)
        ASSERT_EQ(number(words[4 + i]),
                  apply(steps[i].op, number(words[steps[i].a]), number(words[steps[i].b])) & mask);
    }
  }
}

TEST(Circuit, TracesReplayOnlyIfTheyAreExecutions) {
  Circuit c;
  Word count = latch_word(c, "count", 2, 0);
  Literal go = c.input("go");
  set_next(c, count, ite(c, go, add(c, count, constant_word(1, 2)), count));
  uint32_t three = c.bad("three", eq(c, count, 3));
  Trace trace{{false, false}, {{true}, {true}, {true}, {false}}};
  EXPECT_TRUE(replays(c, trace, three));
  EXPECT_EQ(states_of(c, trace)[3], (std::vector<bool>{true, true}));
  Trace shorter{{false, false}, {{true}, {true}, {false}, {false}}};
  EXPECT_FALSE(replays(c, shorter, three));
  Trace elsewhere{{true, false}, {{true}, {true}, {false}}};
  EXPECT_FALSE(replays(c, elsewhere, three));
  c.constrain(negate(c.conjunction(go, count[0])));
  EXPECT_FALSE(replays(c, trace, three));
}

// ---- floating-point numbers, compared with those of this machine

template <typename T>
uint64_t encoding(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <typename T>
T decoded(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// The value of a word without inputs.
uint64_t folded(const Word& word) {
  uint64_t result = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    EXPECT_TRUE(word[i] == kTrue || word[i] == kFalse);
    result |= static_cast<uint64_t>(word[i] == kTrue) << i;
  }
  return result;
}

// Encodings near all borders of the format, and random ones: half of them have close exponents.
template <typename T>
std::vector<std::pair<uint64_t, uint64_t>> float_operands(const FloatFormat& format, unsigned count) {
  using Limits = std::numeric_limits<T>;
  std::vector<uint64_t> borders;
  for (T value : {T(0), T(1), T(2), T(3), T(0.1), Limits::min(), Limits::denorm_min(), Limits::max(), Limits::epsilon(),
                  Limits::infinity(), Limits::quiet_NaN()})
    for (int64_t by : {-1, 0, 1}) {
      const uint64_t bits = (encoding(value) + static_cast<uint64_t>(by)) & mask(format.width());
      borders.push_back(bits);
      borders.push_back(bits ^ (1ull << (format.width() - 1)));
    }
  std::vector<std::pair<uint64_t, uint64_t>> result;
  for (size_t i = 0; i < borders.size(); ++i)
    for (size_t j = i % 5; j < borders.size(); j += 5) result.push_back({borders[i], borders[j]});
  std::mt19937_64 random(7);
  for (unsigned i = 0; i < count; ++i) {
    const uint64_t a = random() & mask(format.width());
    uint64_t b = random() & mask(format.width());
    if (i % 2 == 0) {  // exponents that differ by at most 3
      const uint64_t exponents = mask(format.exponent) << format.fraction;
      b = (b & ~exponents) | (a & exponents);
      b = (b + ((random() % 7 - 3) << format.fraction)) & mask(format.width());
    }
    result.push_back({a, b});
  }
  return result;
}

template <typename T>
void expect_result(const FloatResult& result, T expected, const std::string& what) {
  ASSERT_EQ(result.is_nan == kTrue, std::isnan(expected)) << what;
  if (std::isnan(expected)) return;
  ASSERT_EQ(folded(result.bits), encoding(expected)) << what;
}

template <typename T, typename Other>
void compare_floats(const FloatFormat& format, const FloatFormat& other, unsigned count) {
  for (const auto& [x, y] : float_operands<T>(format, count)) {
    Circuit c;
    const T a = decoded<T>(x), b = decoded<T>(y);
    const Word wa = constant_word(x, format.width()), wb = constant_word(y, format.width());
    const std::string what = std::to_string(x) + " and " + std::to_string(y);
    expect_result<T>(float_add(c, format, wa, wb), a + b, "sum of " + what);
    expect_result<T>(float_add(c, format, wa, float_negate(wb)), a - b, "difference of " + what);
    expect_result<T>(float_mul(c, format, wa, wb), a * b, "product of " + what);
    expect_result<Other>(float_convert(c, format, other, wa), static_cast<Other>(a), "conversion of " + what);
    ASSERT_EQ(float_eq(c, format, wa, wb) == kTrue, a == b) << what;
    ASSERT_EQ(float_lt(c, format, wa, wb) == kTrue, a < b) << what;
    ASSERT_EQ(float_unordered(c, format, wa, wb) == kTrue, std::isunordered(a, b)) << what;
    for (const uint64_t n : {x, x >> 9, x >> 40}) {
      const Word whole = constant_word(n, 64), half = constant_word(n & mask(32), 32);
      const auto narrow = static_cast<int32_t>(static_cast<uint32_t>(n));
      ASSERT_EQ(folded(float_from_integer(c, format, whole, true)), encoding(static_cast<T>(static_cast<int64_t>(n))))
          << n;
      ASSERT_EQ(folded(float_from_integer(c, format, whole, false)), encoding(static_cast<T>(n))) << n;
      ASSERT_EQ(folded(float_from_integer(c, format, half, true)), encoding(static_cast<T>(narrow))) << n;
    }
  }
}

TEST(FloatWord, SinglesAreThoseOfTheMachine) { compare_floats<float, double>(kSingle, kDouble, test::rounds(3000)); }
TEST(FloatWord, DoublesAreThoseOfTheMachine) { compare_floats<double, float>(kDouble, kSingle, test::rounds(1000)); }

}  // namespace
}  // namespace mover::circuit
