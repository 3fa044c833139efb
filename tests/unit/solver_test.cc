// Compares every solver with an enumeration of all states. Every proof is checked, and wrong proofs must be rejected.
#include "solver/solver.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "circuit/word.h"
#include "solver/certificate.h"
#include "solver/invariant_text.h"
#include "solver/predicate_abstraction.h"
#include "solver/state_set.h"
#include "solver/sweep.h"
#include "solver/symbolic_step.h"
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
  std::mt19937 random(12);
  int violations = 0, proofs = 0, deep = 0, counted = 0;
  for (int round = 0; round < some(400); ++round) {
    Circuit c = test::random_circuit(random);
    test::Enumerated truth = test::enumerate(c);
    Limits limits;
    // BMC proves safety only by the longest loop-free path. There may be infinitely many symbolic states.
    bool incomplete = name.starts_with("bmc") || name == "symbolic-execution";
    if (incomplete) limits.depth = name == "symbolic-execution" ? 8 : 24;
    Answer answer = make(name)->check(c, limits);
    if (incomplete && answer.kind == Kind::Unknown && (!truth.violated || truth.depth > limits.depth)) continue;
    ASSERT_EQ(answer.kind, truth.violated ? Kind::Violated : Kind::Proved)
        << "round " << round << ": " << answer.reason;
    if (truth.violated) {
      ASSERT_TRUE(replays(c, answer.trace, answer.bad)) << "round " << round;
      bool shortest =
          name == "bmc" || name == "k-induction" || name == "bdd" || name == "explicit" || name == "symbolic-execution";
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
  EXPECT_EQ(counted > some(18), name == "bdd" || name == "explicit");
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

// Simulation proves nothing, and predicate abstraction, which is for circuits with wide words only, has tests of its
// own.
std::vector<std::string> solvers_of_all_circuits() {
  std::vector<std::string> names = solver_names();
  std::erase(names, "simulation");
  std::erase(names, "predicates");
  return names;
}

INSTANTIATE_TEST_SUITE_P(Each, EverySolver, ::testing::ValuesIn(solvers_of_all_circuits()), test_name);
INSTANTIATE_TEST_SUITE_P(Each, PlainSolver,
                         ::testing::Values("bmc", "explicit", "bmc-oneshot", "k-induction", "pdr", "bdd",
                                           "bdd-backward", "symbolic-execution"),
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

// Words of two latches are wide here, so that random circuits have data.
TEST(PredicateAbstraction, AgreesWithEnumerationOnRandomCircuits) {
  std::mt19937 random(12);
  int violations = 0, proofs = 0;
  const int rounds = static_cast<int>(test::rounds(1500));
  for (int round = 0; round < rounds; ++round) {
    Circuit c = test::random_circuit(random);
    const Answer answer = PredicateAbstraction(1).check(c, {});
    if (answer.kind == Kind::Unknown) {
      ASSERT_EQ(answer.reason, "the circuit has no wide words") << "round " << round;
      continue;
    }
    const bool violated = test::enumerate(c).violated;
    ASSERT_EQ(answer.kind, violated ? Kind::Violated : Kind::Proved) << "round " << round;
    std::string why;
    ASSERT_TRUE(violated ? replays(c, answer.trace, answer.bad) : check_proof(c, answer, {}, why)) << why;
    ++(violated ? violations : proofs);
  }
  EXPECT_GT(violations, rounds / 20);
  EXPECT_GT(proofs, rounds / 20);
}

TEST(PredicateAbstraction, ProvesATicketLockAndFindsAnUnlockedCounter) {
  const Circuit lock = test::ticket_lock(32);
  Answer answer = make_solver("predicates")->check(lock, {});
  ASSERT_EQ(answer.kind, Kind::Proved) << answer.reason;
  EXPECT_FALSE(answer.invariant.clauses.empty());
  const Circuit wrong = test::locked_counters(2, 32, true);
  answer = make_solver("predicates")->check(wrong, {});
  ASSERT_EQ(answer.kind, Kind::Violated) << answer.reason;
  EXPECT_TRUE(replays(wrong, answer.trace, answer.bad));
}

TEST(Certificates, AWrongDivisionIntoCasesIsRejected) {
  const Circuit c = test::ticket_lock(32);
  const Answer answer = make_plain_solver("predicates")->check(c, {});
  ASSERT_EQ(answer.kind, Kind::Proved) << answer.reason;
  ASSERT_GT(answer.invariant.cases.size(), 1U);
  std::string why;
  ASSERT_TRUE(check_proof(c, answer, {}, why)) << why;
  Answer incomplete = answer;
  incomplete.invariant.cases.pop_back();
  EXPECT_FALSE(check_proof(c, incomplete, {}, why));
  EXPECT_EQ(why, "the cases are not all cases");
  const Circuit count = counter(3, 4, 6);
  const Literal odd = 2 * count.latches()[0].node, high = 2 * count.latches()[2].node;
  Answer weak;
  weak.kind = Kind::Proved;
  weak.invariant.cases = {{odd}, {negate(odd)}};
  EXPECT_FALSE(check_proof(count, weak, {}, why)) << "all states";
  EXPECT_EQ(why, "a step leaves the invariant or is bad");
  weak.invariant.clauses = {{negate(high)}};
  EXPECT_FALSE(check_proof(count, weak, {}, why)) << "at most 3";
  EXPECT_EQ(why, "a step leaves the invariant or is bad");
  weak.invariant.clauses = {{negate(high), negate(odd)}, {negate(high), negate(2 * count.latches()[1].node)}};
  EXPECT_TRUE(check_proof(count, weak, {}, why)) << why;
}

// A constraint requires `chosen` in every other step; the other input is free.
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

// Two threads, each of which adds a free word to a sum in its only step. The scheduler chooses their order. At the end,
// a third step adds the words in another order, and compares.
Circuit sum_in_any_order(bool wrong) {
  Circuit c;
  constexpr unsigned kWidth = 32;
  const Word scheduled = circuit::input_word(c, "scheduled", 2), sum = latch_word(c, "sum", kWidth, 0);
  const Word values[] = {circuit::free_latch_word(c, "a", kWidth), circuit::free_latch_word(c, "b", kWidth),
                         circuit::free_latch_word(c, "c", kWidth)};
  auto recorded = [&](const Word& a, const Word& b) {
    const Word result = add(c, a, b);
    c.record({circuit::Arithmetic::Operator::Add, a, b, result});
    return result;
  };
  for (Literal l : scheduled) c.mark_control(l);
  Word next = sum;
  Literal possible = circuit::kFalse, done = circuit::kTrue;
  for (unsigned t = 0; t < 3; ++t) {
    const Literal chosen = eq(c, scheduled, t), pc = c.latch("pc", circuit::Initial::Zero);
    c.mark_control(pc);
    c.set_next(pc, c.disjunction(pc, chosen));
    done = c.conjunction(done, pc);
    possible = c.disjunction(possible, c.conjunction(chosen, negate(pc)));
    next = circuit::ite(c, chosen, recorded(sum, values[t]), next);
    circuit::set_next(c, values[t], values[t]);
  }
  circuit::set_next(c, sum, next);
  Word expected = recorded(recorded(values[2], values[0]), values[1]);
  if (wrong) expected[7] = c.conjunction(expected[7], negate(eq(c, values[1], 0x12345678)));
  const Literal bad = c.conjunction(done, circuit::ne(c, sum, expected));
  c.bad("differs", bad);
  c.constrain(c.disjunction(possible, bad));
  return c;
}

TEST(SymbolicExecution, ProvesThatSumsDoNotDependOnTheSchedule) {
  const Circuit c = sum_in_any_order(false);
  for (auto* make : {make_solver, make_plain_solver}) {
    const Answer answer = make("symbolic-execution")->check(c, {});
    ASSERT_EQ(answer.kind, Kind::Proved) << answer.reason;
    ASSERT_EQ(answer.proof, Answer::Proof::SymbolicStates);
    EXPECT_EQ(answer.symbolic->states.size(), 8u) << "one for each set of threads that have ended";
  }
}

TEST(SymbolicExecution, FindsTheValuesForWhichASumIsWrong) {
  const Circuit c = sum_in_any_order(true);
  const Answer answer = make_solver("symbolic-execution")->check(c, {});
  ASSERT_EQ(answer.kind, Kind::Violated);
  EXPECT_TRUE(replays(c, answer.trace, answer.bad));
  EXPECT_EQ(answer.trace.inputs.size(), 4u);
}

// An endless loop that reads two new free bits in every round. The variables of one round are used again two rounds
// later, and conditions on them are dropped.
TEST(SymbolicExecution, ReturnsToAStateWithNewData) {
  Circuit c;
  const Word value = circuit::input_word(c, "value", 2), last = latch_word(c, "last", 2, 0);
  const Literal differ = c.latch("differ");
  circuit::set_next(c, last, value);
  c.set_next(differ, c.exclusive_or(value[0], value[1]));
  c.mark_control(differ);
  c.bad("wrong", c.exclusive_or(differ, c.exclusive_or(last[0], last[1])));
  const Answer answer = make_plain_solver("symbolic-execution")->check(c, {});
  ASSERT_EQ(answer.kind, Kind::Proved) << answer.reason;
  std::string why;
  EXPECT_TRUE(check_proof(c, answer, {}, why)) << why;
  EXPECT_EQ(answer.symbolic->states.size(), 5u) << "the first state, and the two values of `differ` in two rounds";
}

// Each part of a proof is needed.
TEST(Certificates, WrongSymbolicStatesAreRejected) {
  const Circuit c = sum_in_any_order(false);
  const Answer answer = make_plain_solver("symbolic-execution")->check(c, {});
  ASSERT_EQ(answer.kind, Kind::Proved);
  std::string why;
  ASSERT_TRUE(check_proof(c, answer, {}, why)) << why;
  auto rejected = [&](auto change) {
    auto changed = std::make_shared<SymbolicStates>(*answer.symbolic);
    change(*changed);
    Answer wrong = answer;
    wrong.symbolic = changed;
    why.clear();
    EXPECT_FALSE(check_proof(c, wrong, {}, why));
    return why;
  };
  const char* another = "the symbolic states are those of another circuit";
  EXPECT_EQ(rejected([](SymbolicStates& s) { s.initial = 0; }), "an initial state is in no symbolic state");
  EXPECT_EQ(rejected([](SymbolicStates& s) { s.successors[0].pop_back(); }),
            "a step leads to a state that is in no successor");
  EXPECT_EQ(rejected([](SymbolicStates& s) { s.successors[0][0] = 0; }),
            "a step leads to a state that is in no successor");
  EXPECT_EQ(rejected([](SymbolicStates& s) { s.states[1].latches[0] ^= 1; }),
            "a step leads to a state that is in no successor");
  EXPECT_EQ(rejected([](SymbolicStates& s) { s.states[0].conditions.push_back(s.states[0].latches[32]); }),
            "an initial state is in no symbolic state");
  EXPECT_EQ(rejected([](SymbolicStates& s) { s.initial_latches[32] = s.initial_latches[33]; }), another);
  EXPECT_EQ(rejected([](SymbolicStates& s) { s.initial_latches[0] = circuit::kTrue; }), another);
  EXPECT_EQ(rejected([](SymbolicStates& s) { s.successors[0].push_back(100); }), another);
  EXPECT_FALSE(check_proof(sum_in_any_order(true), answer, {}, why));
  EXPECT_EQ(why, "a symbolic state has a bad step");
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
