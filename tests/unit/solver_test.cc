// Compares every solver with an enumeration of all states. Every proof is checked, and wrong proofs must be rejected.
#include "solver/solver.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "circuit/word.h"
#include "solver/certificate.h"
#include "solver/invariant_text.h"
#include "solver/state_set.h"
#include "solver/sweep.h"
#include "solver/unrolling.h"
#include "unit/example_circuits.h"
#include "unit/random_circuit.h"
#include "unit/rounds.h"

namespace mover::solver {
namespace {

using circuit::add;
using circuit::constant_word;
using circuit::eq;
using circuit::latch_word;
using circuit::negate;
using Kind = Answer::Kind;

class EverySolver : public ::testing::TestWithParam<std::string> {};

class PlainSolver : public EverySolver {};

// `make`: creates the solver by its name, with or without a reduction of the circuit.
void compare_with_enumeration(const std::string& name, std::unique_ptr<ModelChecker> (*make)(std::string_view)) {
  auto some = [](int all) { return static_cast<int>(test::rounds(static_cast<uint64_t>(all))); };
  std::mt19937 random(11);
  int violations = 0, proofs = 0, deep = 0, counted = 0;
  for (int round = 0; round < some(400); ++round) {
    Circuit c = test::random_circuit(random);
    test::Enumerated truth = test::enumerate(c);
    Limits limits;
    bool incomplete = name.starts_with("bmc");  // BMC proves safety only by the longest loop-free path
    if (incomplete) limits.depth = 24;
    Answer answer = make(name)->check(c, limits);
    if (incomplete && answer.kind == Kind::Unknown && (!truth.violated || truth.depth > limits.depth)) continue;
    ASSERT_EQ(answer.kind, truth.violated ? Kind::Violated : Kind::Proved)
        << "round " << round << ": " << answer.reason;
    if (truth.violated) {
      ASSERT_TRUE(replays(c, answer.trace, answer.bad)) << "round " << round;
      bool shortest = name == "bmc" || name == "k-induction" || name == "bdd" || name == "explicit";
      ASSERT_TRUE(!shortest || answer.trace.inputs.size() == truth.depth) << "round " << round;
      ++violations;
      deep += truth.depth > 2;
    } else {
      std::string why;
      // A proof by loop-free paths holds for the reduced circuit only: such a path may be longer in the circuit itself.
      bool repeatable = make == make_plain_solver || answer.proof == Answer::Proof::Invariant;
      ASSERT_TRUE(!repeatable || check_proof(c, answer, {}, why)) << "round " << round << ": " << why;
      ASSERT_TRUE(answer.states == 0 || answer.states == static_cast<double>(truth.states)) << "round " << round;
      ++proofs;
      counted += answer.states > 0;
    }
  }
  EXPECT_GT(violations, some(50));
  EXPECT_GT(proofs, some(30));
  EXPECT_GT(deep, some(10));
  EXPECT_EQ(counted > some(30), name == "bdd" || name == "explicit");
}

TEST_P(PlainSolver, AgreesWithEnumerationOnRandomCircuits) { compare_with_enumeration(GetParam(), make_plain_solver); }
TEST_P(EverySolver, AgreesWithEnumerationOnRandomCircuits) { compare_with_enumeration(GetParam(), make_solver); }

// A counter that stops at `last`; bad at `bad`.
Circuit counter(unsigned width, uint64_t last, uint64_t bad) {
  Circuit c;
  circuit::Word count = latch_word(c, "count", width, 0);
  circuit::set_next(c, count, circuit::ite(c, eq(c, count, last), count, add(c, count, constant_word(1, width))));
  c.bad("reached", eq(c, count, bad));
  return c;
}

TEST_P(EverySolver, CountsToTheBadValueOrProvesThatItIsNotReached) {
  Circuit reached = counter(4, 12, 9);
  Answer answer = make_solver(GetParam())->check(reached, {});
  ASSERT_EQ(answer.kind, Kind::Violated);
  EXPECT_EQ(answer.trace.inputs.size(), 10u);
  Circuit missed = counter(4, 9, 12);
  answer = make_solver(GetParam())->check(missed, {});
  ASSERT_EQ(answer.kind, Kind::Proved);
  std::string why;
  EXPECT_TRUE(check_proof(missed, answer, {}, why)) << why;
}

TEST_P(EverySolver, StopsWhenItIsTold) {
  Circuit c = counter(40, 1ull << 39, 1ull << 38);
  std::atomic<bool> stop{true};
  Limits limits;
  limits.stop = &stop;
  EXPECT_EQ(make_solver(GetParam())->check(c, limits).kind, Kind::Unknown);
  Limits soon;
  soon.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  EXPECT_EQ(make_solver(GetParam())->check(c, soon).kind, Kind::Unknown);
}

TEST_P(EverySolver, FindsViolationsInBrokenPrograms) {
  for (const Circuit& c : {test::locked_counters(2, 32, true), test::token_ring(6, true), test::peterson(true)}) {
    Answer answer = make_solver(GetParam())->check(c, {});
    ASSERT_EQ(answer.kind, Kind::Violated) << answer.reason;
    EXPECT_TRUE(replays(c, answer.trace, answer.bad));
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& ch : name)
    if (ch == '-') ch = '_';
  return name;
}

std::vector<std::string> proving_solvers() {
  std::vector<std::string> names = solver_names();
  std::erase(names, "simulation");
  return names;
}

INSTANTIATE_TEST_SUITE_P(Each, EverySolver, ::testing::ValuesIn(proving_solvers()), test_name);
INSTANTIATE_TEST_SUITE_P(Each, PlainSolver,
                         ::testing::Values("bmc", "explicit", "bmc-oneshot", "k-induction", "pdr", "bdd",
                                           "bdd-backward"),
                         test_name);

TEST(RandomSimulation, FindsViolationsAndProvesNothing) {
  for (const Circuit& c : {test::locked_counters(2, 32, true), test::token_ring(6, true), test::peterson(true)}) {
    const Answer answer = make_solver("simulation")->check(c, {});
    ASSERT_EQ(answer.kind, Kind::Violated) << answer.reason;
    EXPECT_TRUE(replays(c, answer.trace, answer.bad));
  }
  std::mt19937 random(11);
  int violations = 0, found = 0;
  for (int round = 0; round < 100; ++round) {
    const Circuit c = test::random_circuit(random);
    const bool is_violated = test::enumerate(c).violated;
    Limits limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(is_violated ? 200 : 2);
    const Answer answer = make_plain_solver("simulation")->check(c, limits);
    ASSERT_NE(answer.kind, Kind::Proved);
    ASSERT_TRUE(is_violated || answer.kind == Kind::Unknown) << "round " << round;
    ASSERT_TRUE(answer.kind == Kind::Unknown || replays(c, answer.trace, answer.bad)) << "round " << round;
    violations += is_violated;
    found += answer.kind == Kind::Violated;
  }
  EXPECT_GT(found, violations / 2);
}

class Prover : public EverySolver {};

TEST_P(Prover, ProvesEndlessPrograms) {
  for (const Circuit& c : {test::locked_counters(2, 32), test::locked_counters(3, 64), test::token_ring(6),
                           test::peterson(), test::ticket_lock(32)}) {
    Answer answer = make_solver(GetParam())->check(c, {});
    ASSERT_EQ(answer.kind, Kind::Proved) << answer.reason;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Prover, ::testing::Values("k-induction", "pdr", "portfolio"), test_name);

// A toggling latch demands an input in every other step; the other input is free.
TEST(Unrollings, AnInputThatTheConstraintsDecideIsAConstant) {
  Circuit c;
  const Literal chosen = c.input("chosen"), free = c.input("free"), odd = c.latch("odd"), sum = c.latch("sum");
  c.set_next(odd, circuit::negate(odd));
  c.set_next(sum, c.ite(chosen, sum, free));
  c.constrain(c.implies(circuit::negate(odd), chosen));
  Unrolling unrolling(c, Unrolling::Start::Initial);
  EXPECT_EQ(unrolling.step(0).inputs[0], circuit::kTrue);
  EXPECT_FALSE(circuit::is_constant(unrolling.step(0).inputs[1]));
  EXPECT_EQ(unrolling.step(1).latches[1], circuit::kFalse) << "the input keeps the latch as it is";
  EXPECT_FALSE(circuit::is_constant(unrolling.step(1).inputs[0]));
  EXPECT_EQ(unrolling.step(2).inputs[0], circuit::kTrue);
}

// Each kind of wrong invariant is rejected.
TEST(Certificates, AWrongInvariantIsRejected) {
  Circuit c = counter(3, 4, 6);
  Answer answer = make_solver("pdr")->check(c, {});
  ASSERT_EQ(answer.kind, Kind::Proved);
  std::string why;
  ASSERT_TRUE(check_proof(c, answer, {}, why));
  Answer nothing = answer;
  nothing.invariant.clauses.clear();
  EXPECT_FALSE(check_proof(c, nothing, {}, why));
  EXPECT_EQ(why, "the invariant contains a bad state");
  Answer never = answer;
  never.invariant.clauses.push_back({2 * c.latches()[0].node});
  EXPECT_FALSE(check_proof(c, never, {}, why));
  EXPECT_EQ(why, "an initial state is outside of the invariant");
  Answer leaves = answer;
  leaves.invariant.clauses.push_back({negate(2 * c.latches()[0].node)});
  EXPECT_FALSE(check_proof(c, leaves, {}, why));
  EXPECT_EQ(why, "a step leaves the invariant");
}

TEST(Certificates, AnInvariantOfAnotherCircuitIsNoticed) {
  Circuit c = counter(3, 4, 6), other = counter(3, 5, 6);
  Answer answer = make_solver("pdr")->check(c, {});
  std::string why;
  answer.invariant.circuit = std::make_shared<Circuit>(other);
  EXPECT_FALSE(check_proof(c, answer, {}, why));
  EXPECT_EQ(why, "the invariant is about another circuit");
}

TEST(Certificates, ADepthThatIsTooSmallIsNoticed) {
  Circuit c = counter(3, 4, 6);
  Answer answer;
  answer.kind = Kind::Proved;
  answer.proof = Answer::Proof::DepthComplete;
  std::string why;
  answer.depth = 4;
  EXPECT_FALSE(check_proof(c, answer, {}, why));
  EXPECT_EQ(why, "an execution is longer than the depth");
  answer.depth = 5;
  EXPECT_TRUE(check_proof(c, answer, {}, why)) << why;
  Circuit bad = counter(3, 7, 6);
  answer.depth = 8;
  EXPECT_FALSE(check_proof(bad, answer, {}, why));
  EXPECT_EQ(why, "an execution within the depth is bad");
  answer.proof = Answer::Proof::Induction;
  answer.depth = 0;
  EXPECT_FALSE(check_proof(c, answer, {}, why));
  EXPECT_EQ(why, "the property is not inductive for this depth");
}

TEST(Certificates, AStateThatWasNotVisitedIsNoticed) {
  Circuit c = counter(3, 4, 6), endless = counter(3, 7, 6);
  Answer answer = make_plain_solver("explicit")->check(c, {});
  ASSERT_EQ(answer.kind, Kind::Proved);
  ASSERT_EQ(answer.proof, Answer::Proof::States);
  EXPECT_EQ(answer.states, 5);
  std::string why;
  EXPECT_TRUE(check_proof(c, answer, {}, why)) << why;
  EXPECT_FALSE(check_proof(endless, answer, {}, why));
  EXPECT_EQ(why, "a step leads to a state that was not visited");
  EXPECT_FALSE(check_proof(counter(3, 4, 3), answer, {}, why));
  EXPECT_EQ(why, "a visited state has a bad step");
  answer.visited = std::make_shared<StateSet>(1);
  EXPECT_FALSE(check_proof(c, answer, {}, why));
  EXPECT_EQ(why, "an initial state was not visited");
}

// Two counters that agree in all reachable states only, and a third one whose bits are inverted.
TEST(Sweep, ReplacesWhatAgreesInReachableStates) {
  Circuit c;
  Word a = latch_word(c, "a", 3, 0), b = latch_word(c, "b", 3, 0), inverted = latch_word(c, "inverted", 3, 7);
  circuit::set_next(c, a, circuit::ite(c, eq(c, b, 5), constant_word(0, 3), add(c, a, constant_word(1, 3))));
  circuit::set_next(c, b, circuit::ite(c, eq(c, a, 5), constant_word(0, 3), add(c, a, constant_word(1, 3))));
  circuit::set_next(c, inverted,
                    circuit::ite(c, eq(c, a, 5), constant_word(7, 3), add(c, inverted, constant_word(7, 3))));
  const circuit::Substitution classes = sweep(c, {});
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(classes[circuit::node_of(a[i])], a[i]);
    EXPECT_EQ(classes[circuit::node_of(b[i])], a[i]);
    EXPECT_EQ(classes[circuit::node_of(inverted[i])], negate(a[i]));
  }
  EXPECT_EQ(circuit::reduce(c, classes, circuit::Keep::States).circuit.latches().size(), 3U);
  EXPECT_EQ(circuit::reduce(c, classes).circuit.latches().size(), 0U);
}

TEST(InvariantText, HasTheRelationsOfWordsAndTheBitsOfClauses) {
  Circuit c = test::locked_counters(2, 32);
  Answer answer = make_solver("pdr")->check(c, {});
  ASSERT_EQ(answer.kind, Kind::Proved);
  std::string text = in_c_expressions(c, answer.invariant);
  EXPECT_NE(text.find("owner != 0 || x == y\n"), std::string::npos) << text;
  EXPECT_NE(text.find("pc0 != 2 || x == y + 1\n"), std::string::npos) << text;
  std::istringstream lines(text);
  size_t conditions = 0;
  for (std::string line; std::getline(lines, line);) conditions += line.starts_with("bool ") ? 0 : 1;
  EXPECT_LE(conditions, answer.invariant.clauses.size()) << text;
  Invariant clauses;
  const circuit::Word &x = c.words()[0].bits, &pc = c.words()[3].bits;
  clauses.clauses = {
      {x[0], negate(x[2])}, {pc[0], negate(pc[1]), x[31]}, {negate(x[1])}};  // the last is a constant bit
  EXPECT_EQ(in_c_expressions(c, clauses), "(x & 2) == 0\n(x & 5) != 4\n!((x & 0x80000000) == 0 && pc0 == 2)\n");
}

}  // namespace
}  // namespace mover::solver
