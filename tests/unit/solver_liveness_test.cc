// Compares every search for fair executions with an enumeration of the states and their strongly connected components.
#include <gtest/gtest.h>

#include <bitset>
#include <map>
#include <random>

#include "solver/emerson_lei.h"
#include "solver/k_liveness.h"
#include "solver/liveness.h"
#include "solver/liveness_to_safety.h"
#include "unit/random_circuit.h"
#include "unit/rounds.h"

namespace mover::solver {
namespace {

using circuit::negate;
using Kind = Answer::Kind;

// The reachable states, and the steps between them with the justice conditions that hold in them.
struct Graph {
  static constexpr size_t kMost = 512;
  struct Step {
    uint32_t from = 0, to = 0;
    uint64_t holds = 0;
  };
  uint32_t states = 0;
  std::vector<Step> steps;

  // Whether a strongly connected component has steps in which each condition holds.
  bool has_fair_cycle(uint64_t conditions) const {
    std::vector<std::bitset<kMost>> reaches(states);  // by one step or more
    for (const Step& step : steps) reaches[step.from].set(step.to);
    for (uint32_t via = 0; via < states; ++via)
      for (uint32_t from = 0; from < states; ++from)
        if (reaches[from][via]) reaches[from] |= reaches[via];
    for (uint32_t in = 0; in < states; ++in) {
      if (!reaches[in][in]) continue;
      uint64_t seen = 0;
      auto is_in = [&](uint32_t state) { return state == in || (reaches[in][state] && reaches[state][in]); };
      for (const Step& step : steps)
        if (is_in(step.from) && is_in(step.to)) seen |= step.holds;
      if ((conditions & ~seen) == 0) return true;
    }
    return false;
  }
};

// Nothing if there are too many states.
std::optional<Graph> graph_of(const Circuit& c) {
  const size_t latches = c.latches().size(), inputs = c.inputs().size();
  std::map<std::vector<bool>, uint32_t> numbers;
  std::vector<std::vector<bool>> states;
  auto number = [&](const std::vector<bool>& state) {
    const auto [known, is_new] = numbers.try_emplace(state, static_cast<uint32_t>(states.size()));
    if (is_new) states.push_back(state);
    return known->second;
  };
  for (uint64_t bits = 0; bits < uint64_t{1} << latches; ++bits) {
    std::vector<bool> state(latches);
    bool initial = true;
    for (size_t i = 0; i < latches; ++i) {
      state[i] = ((bits >> i) & 1) != 0;
      const circuit::Initial value = c.latches()[i].initial;
      initial &= value == circuit::Initial::Free || state[i] == (value == circuit::Initial::One);
    }
    if (initial) number(state);
  }
  Graph graph;
  for (uint32_t from = 0; from < states.size(); ++from) {
    if (states.size() > Graph::kMost) return std::nullopt;
    for (uint64_t choice = 0; choice < uint64_t{1} << inputs; ++choice) {
      std::vector<bool> chosen(inputs);
      for (size_t i = 0; i < inputs; ++i) chosen[i] = ((choice >> i) & 1) != 0;
      const std::vector<bool> values = circuit::evaluate(c, states[from], chosen);
      bool possible = true;
      for (Literal constraint : c.constraints()) possible &= circuit::value_of(values, constraint);
      if (!possible) continue;
      Graph::Step step;
      for (size_t i = 0; i < c.bads().size(); ++i)
        step.holds |= uint64_t{circuit::value_of(values, c.bads()[i].literal)} << i;
      std::vector<bool> next;
      for (const circuit::Latch& latch : c.latches()) next.push_back(circuit::value_of(values, latch.next));
      step.from = from;
      step.to = number(next);
      graph.steps.push_back(step);
    }
  }
  graph.states = static_cast<uint32_t>(states.size());
  if (states.size() > Graph::kMost) return std::nullopt;
  return graph;
}

class FairExecutions : public ::testing::TestWithParam<std::string> {};

TEST_P(FairExecutions, AgreeWithAnEnumeration) {
  std::mt19937 random(7);
  uint64_t fair = 0, none = 0, unknown = 0;
  const uint64_t all = test::rounds(GetParam() == "portfolio" ? 120 : 300);
  for (uint64_t round = 0; round < all; ++round) {
    const Circuit c = test::random_circuit(random);
    const std::optional<Graph> graph = graph_of(c);
    if (!graph) continue;
    const bool expected = graph->has_fair_cycle((uint64_t{1} << c.bads().size()) - 1);
    Limits limits;
    limits.depth = 40;
    const FairAnswer answer = find_fair_execution(c, GetParam(), limits);
    if (answer.kind == Kind::Unknown) {
      ++unknown;
      continue;
    }
    ASSERT_EQ(answer.kind == Kind::Violated, expected) << "round " << round << ", proof: " << answer.proof;
    ++(expected ? fair : none);
  }
  // k-liveness finds no fair executions, and bmc finds few proofs.
  EXPECT_TRUE(unknown == 0 || GetParam() == "k-liveness" || GetParam() == "bmc") << unknown;
  EXPECT_TRUE(fair > all / 15 || GetParam() == "k-liveness") << fair;
  EXPECT_GT(none, all / 5);
}

INSTANTIATE_TEST_SUITE_P(Solvers, FairExecutions,
                         ::testing::Values("bmc", "pdr", "k-induction", "k-liveness", "bdd", "explicit", "portfolio"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& letter : name)
                             if (letter == '-') letter = '_';
                           return name;
                         });

// A counter modulo 4 that may stand still, with the justice conditions that it is 1, that it is 2, and that it moves.
Circuit counter() {
  Circuit c;
  const Literal low = c.latch("low"), high = c.latch("high"), moves = c.input("moves");
  c.set_next(low, c.exclusive_or(low, moves));
  c.set_next(high, c.exclusive_or(high, c.conjunction(low, moves)));
  c.bad("one", c.conjunction(low, negate(high)));
  c.bad("two", c.conjunction(negate(low), high));
  c.bad("moves", moves);
  return c;
}

TEST(LivenessToSafety, GivesLassos) {
  const Circuit c = counter();
  const FairAnswer answer = find_fair_execution(c, "bmc", {});
  ASSERT_EQ(answer.kind, Kind::Violated);
  EXPECT_TRUE(is_fair(c, answer.lasso));
  EXPECT_EQ(answer.lasso.trace.inputs.size() - answer.lasso.loop, 4u);
}

TEST(LivenessToSafety, RejectsLassosThatAreNotFair) {
  const Circuit c = counter();
  Lasso lasso;
  lasso.trace.initial = {false, false};
  lasso.trace.inputs = {{true}, {true}, {true}, {true}};
  EXPECT_TRUE(is_fair(c, lasso));
  lasso.loop = 1;  // does not lead back
  EXPECT_FALSE(is_fair(c, lasso));
  lasso.trace.inputs = {{true}, {false}};  // leads back, but the counter is never 2
  EXPECT_FALSE(is_fair(c, lasso));
  lasso.loop = 2;  // has no step
  EXPECT_FALSE(is_fair(c, lasso));
}

// A counter that stops at 3. The sets of states 3, 2, 1 and 0 are removed in this order: in each of them the counter
// moves only finitely often.
TEST(EmersonLei, ChecksTheRemovedStates) {
  Circuit stops;
  const Literal low = stops.latch("low"), high = stops.latch("high"), moves = stops.input("moves");
  stops.set_next(low, stops.exclusive_or(low, moves));
  stops.set_next(high, stops.exclusive_or(high, stops.conjunction(low, moves)));
  stops.constrain(negate(stops.all_of(std::vector<Literal>{low, high, moves})));
  stops.bad("moves", moves);
  auto extension = std::make_shared<Circuit>(stops);
  RemovedStates removed;
  for (uint32_t state = 4; state-- > 0;)
    removed.sets.push_back({extension->conjunction(low ^ (state & 1 ? 0 : 1), high ^ (state & 2 ? 0 : 1)), 0});
  removed.circuit = extension;
  std::string why;
  EXPECT_TRUE(excludes_fair_executions(stops, removed, {}, why)) << why;
  auto rejects = [&](const RemovedStates& wrong) { return !excludes_fair_executions(stops, wrong, {}, why); };
  RemovedStates wrong = removed;
  wrong.sets.pop_back();  // without the initial state
  EXPECT_TRUE(rejects(wrong));
  wrong = removed;
  std::swap(wrong.sets[1], wrong.sets[2]);  // a step leads to a set that was removed later
  EXPECT_TRUE(rejects(wrong));
  wrong.sets = {{circuit::kTrue, 0}};  // a step in which the counter moves stays in the set
  EXPECT_TRUE(rejects(wrong));
  wrong = removed;
  wrong.sets[0].condition = 1;  // no condition, but the counter may stand still in 3
  EXPECT_TRUE(rejects(wrong));
}

// A counter that stops at 3 moves three times.
TEST(KLiveness, CountsHowOftenAllConditionsAreSatisfied) {
  Circuit c;
  const Literal low = c.latch("low"), high = c.latch("high"), moves = c.input("moves");
  c.set_next(low, c.exclusive_or(low, moves));
  c.set_next(high, c.exclusive_or(high, c.conjunction(low, moves)));
  c.constrain(negate(c.all_of(std::vector<Literal>{low, high, moves})));
  c.bad("moves", moves);
  for (uint32_t most = 1; most <= 4; ++most) {
    const Answer answer = make_solver("pdr")->check(counting(c, most), {});
    EXPECT_EQ(answer.kind, most <= 3 ? Kind::Violated : Kind::Proved) << most;
  }
  EXPECT_EQ(k_liveness(c, {}).kind, Kind::Proved);
}

}  // namespace
}  // namespace mover::solver
