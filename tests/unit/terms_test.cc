// Tests terms over unknown values: equal sums have one form, and conditions on terms are satisfiable or not.
#include "terms/terms.h"

#include <gtest/gtest.h>

#include "terms/circuits.h"

namespace mover::test {

namespace {

using ir::Op;
using ir::Predicate;
using terms::Condition;
using terms::Satisfiability;
using terms::TermId;
using terms::Terms;
using Answer = terms::Satisfiability::Answer;

class TermsTest : public testing::Test {
 protected:
  TermId compare(Predicate p, TermId a, TermId b) { return all.result(Op::ICmp, static_cast<uint8_t>(p), 1, a, b); }
  TermId number(uint64_t n) { return all.constant(n & 0xff, 8); }
  TermId plus(TermId a, uint64_t n) { return all.result(Op::Add, 0, 8, a, number(n)); }
  Answer ask(TermId term, bool value, const std::vector<Condition>& earlier = {}) {
    return satisfiability.satisfiable(earlier, {term, value});
  }

  Terms all;
  Satisfiability satisfiability{all};
  TermId x = all.variable(1, 8), y = all.variable(2, 8);
};

TEST_F(TermsTest, CountingFromAnUnknownValueHasOneForm) {
  TermId counted = x;
  for (int i = 0; i < 256; ++i) counted = plus(counted, 1);
  EXPECT_EQ(counted, x);
  EXPECT_EQ(plus(plus(x, 3), 4), plus(x, 7));
  EXPECT_EQ(all.result(Op::Sub, 0, 8, plus(x, 9), plus(x, 4)), number(5));
  EXPECT_EQ(all.result(Op::Sub, 0, 8, x, number(1)), plus(x, 255));
  EXPECT_EQ(compare(Predicate::Eq, plus(x, 1), number(0)), compare(Predicate::Eq, x, number(255)));
  EXPECT_EQ(compare(Predicate::Ne, plus(x, 1), plus(x, 1)), all.constant(0, 1));
  EXPECT_EQ(compare(Predicate::Eq, plus(x, 1), plus(x, 2)), all.constant(0, 1));
}

// x + c == d, x - c == d and c - x == d have one solution, which no simplification loses or changes.
TEST_F(TermsTest, EquationsHaveTheirSolution) {
  for (uint64_t c : {0, 1, 127, 128, 255})
    for (uint64_t d : {0, 1, 100, 255}) {
      auto solved = [&](TermId left, uint64_t solution) {
        const TermId equation = compare(Predicate::Eq, left, number(d));
        EXPECT_EQ(ask(compare(Predicate::Eq, x, number(solution)), true, {{equation, true}}), Answer::Yes);
        EXPECT_EQ(ask(compare(Predicate::Ne, x, number(solution)), true, {{equation, true}}), Answer::No);
      };
      solved(plus(x, c), d - c);
      solved(all.result(Op::Sub, 0, 8, x, number(c)), d + c);
      solved(all.result(Op::Sub, 0, 8, number(c), x), c - d);
      solved(plus(plus(x, 5), c), d - c - 5);
    }
}

TEST_F(TermsTest, ConditionsAreConnectedByTheirVariables) {
  const TermId equal = compare(Predicate::Eq, x, y), small = compare(Predicate::Ult, y, number(3));
  const TermId large = compare(Predicate::Ugt, x, number(2));
  EXPECT_EQ(ask(large, true, {{equal, true}}), Answer::Yes);
  EXPECT_EQ(ask(large, true, {{small, true}}), Answer::Yes);
  EXPECT_EQ(ask(large, true, {{small, true}, {equal, true}}), Answer::No);
  EXPECT_EQ(ask(large, true, {{small, true}, {equal, false}}), Answer::Yes);
}

TEST_F(TermsTest, PartsAndJoinsAreInverse) {
  const TermId wide = all.variable(3, 32);
  EXPECT_EQ(all.join(all.part(wide, 0, 8), all.part(wide, 8, 24)), wide);
  EXPECT_EQ(all.part(all.join(x, y), 8, 8), y);
  EXPECT_EQ(all.part(all.part(wide, 8, 16), 4, 4), all.part(wide, 12, 4));
}

// A term of 70 doublings has 2^70 paths to its variable, and one of 200,000 operations is deep.
TEST_F(TermsTest, TraversalsVisitSharedOperandsOnceAndDoNotRecurse) {
  TermId shared = x;
  for (int i = 0; i < 70; ++i) shared = all.result(Op::Mul, 0, 8, shared, shared);
  EXPECT_EQ(all.variables(shared), std::vector<uint32_t>{1});
  TermId deep = x;
  for (int i = 0; i < 200'000; ++i) deep = all.result(Op::Xor, 0, 8, plus(deep, 1), y);
  EXPECT_EQ(all.variables(deep), (std::vector<uint32_t>{1, 2}));
  Terms::Renamed known;
  auto swapped = [](uint32_t number) { return 3 - number; };
  const TermId once = all.renamed(deep, known, swapped);
  EXPECT_EQ(all.variables(once), (std::vector<uint32_t>{2, 1}));
  Terms::Renamed again;
  EXPECT_EQ(all.renamed(once, again, swapped), deep);
}

TEST_F(TermsTest, DivisionsOfFloatsAreNotModelled) {
  const TermId a = all.variable(4, 64);
  const TermId quotient = all.result(Op::FDiv, 0, 64, a, all.variable(5, 64));
  EXPECT_TRUE(all.is_not_modelled(all.result(Op::FAdd, 0, 64, quotient, a)));
  EXPECT_FALSE(all.is_not_modelled(all.result(Op::FAdd, 0, 64, a, a)));
}

}  // namespace

}  // namespace mover::test
