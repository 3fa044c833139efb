// Guesses classes of equal nodes by random simulation, and splits them until they are inductive.
#include "solver/sweep.h"

#include <map>
#include <random>
#include <unordered_map>
#include <utility>

#include "circuit/simulate.h"
#include "solver/encoder.h"

namespace mover::solver {

using circuit::Initial;
using circuit::is_negated;
using circuit::Kind;
using circuit::node_of;
using circuit::Simulation;
using circuit::Substitution;

namespace {

constexpr uint64_t kSimulations = 4;
constexpr int kSimulatedSteps = 128;
// The budget of a sweep, which takes a few seconds. A query with a model costs the nodes of the unrolled circuit, and a
// query without a model kWorkOfEasyQuestion.
constexpr uint64_t kMostSweepingWork = 30'000'000, kWorkOfEasyQuestion = 200;
// In circuits of more nodes than this, the classes are seldom inductive before the budget is spent, so it is smaller.
constexpr uint64_t kLargeCircuit = 40'000, kMostWorkInLargeCircuit = kMostSweepingWork / 10;
constexpr int kMostConflictsOfQuestion = 200;  // of one question

// The nodes of the circuit in one step, as literals of an unrolled circuit. All nodes of a class have the same literal.
struct UnrolledStep {
  std::vector<Literal> own;    // by node: the literal that is computed from its operands
  std::vector<Literal> value;  // by node: the literal of its class
  Literal of(Literal l) const { return value[node_of(l)] ^ (l & 1); }
};

class Sweep {
 public:
  Sweep(const Circuit& circuit, const Limits& limits)
      : circuit_(circuit), limits_(limits), is_state_(circuit.node_count()), classes_(circuit::identity(circuit)) {
    is_state_[0] = true;
    for (uint32_t node = 1; node < circuit.node_count(); ++node)
      is_state_[node] = circuit.kind(node) == Kind::Latch ||
                        (circuit.kind(node) == Kind::And && is_state_[node_of(circuit.left(node))] &&
                         is_state_[node_of(circuit.right(node))]);
    guess();
  }

  // Splits classes until it is an inductive invariant that the nodes of each class are equal. Returns false if a limit
  // was reached before.
  bool run() {
    for (Time time : {Time::Initially, Time::AfterAStep}) do {
        was_split_ = false;
        if (!ask(time)) return false;
      } while (was_split_);
    return true;
  }

  const Substitution& classes() const { return classes_; }

 private:
  enum class Time { Initially, AfterAStep };

  // Puts nodes into one class if they have the same values, or always complementary values, in random executions.
  void guess() {
    std::vector<uint64_t> hash(circuit_.node_count()), inverted(circuit_.node_count());
    for (uint64_t seed = 1; seed <= kSimulations; ++seed) {
      Simulation simulation(circuit_, seed);
      for (int step = 0; step < kSimulatedSteps; ++step) {
        if (limits_.expired()) return;  // every node stays in a class of its own
        simulation.step();              // afterwards, the values of nodes are those before the step
        for (uint32_t node = 0; node < circuit_.node_count(); ++node) {
          const uint64_t value = simulation.value(2 * node);
          if (seed == 1 && step == 0) inverted[node] = (value & 1) != 0 ? ~0ull : 0;
          hash[node] = (hash[node] ^ value ^ inverted[node]) * 0x9e3779b97f4a7c15ull;
          hash[node] ^= hash[node] >> 29;
        }
      }
    }
    std::unordered_map<uint64_t, uint32_t> first;
    for (uint32_t node = 0; node < circuit_.node_count(); ++node) {
      if (!is_state_[node]) continue;
      const uint32_t other = first.emplace(hash[node], node).first->second;
      classes_[node] = 2 * other + (inverted[node] != inverted[other] ? 1 : 0);
    }
  }

  // Splits classes whose nodes have different values in one of these states, which are bits of `lanes`.
  void split(const std::vector<uint64_t>& latches, uint64_t lanes) {
    const std::vector<uint64_t> values =
        circuit::evaluate_lanes(circuit_, latches, std::vector<uint64_t>(circuit_.inputs().size()));
    // By the first node of the old class and the states in which nodes differ from it: the first node of the new class,
    // negated if it was negated in the old one.
    std::map<std::pair<uint32_t, uint64_t>, Literal> parts;
    for (uint32_t node = 1; node < circuit_.node_count(); ++node) {
      const Literal old = classes_[node];
      if (old == 2 * node) continue;
      const uint64_t differs = (values[node] ^ values[node_of(old)] ^ (is_negated(old) ? ~0ull : 0)) & lanes;
      if (differs == 0) continue;
      const Literal first = parts.emplace(std::pair(node_of(old), differs), 2 * node + (old & 1)).first->second;
      classes_[node] = first ^ (old & 1);
      was_split_ = true;
    }
  }

  // The circuit in the state with these latches. Only latches and gates over latches have literals.
  UnrolledStep with_latches(Circuit& unrolled, const std::vector<Literal>& latches) const {
    UnrolledStep frame{std::vector<Literal>(circuit_.node_count()), std::vector<Literal>(circuit_.node_count())};
    for (uint32_t node = 1; node < circuit_.node_count(); ++node) {
      if (!is_state_[node]) continue;
      frame.own[node] =
          circuit_.kind(node) == Kind::Latch ? latches[circuit_.index(node)] : gate(unrolled, frame, node);
      frame.value[node] = classes_[node] == 2 * node ? frame.own[node] : frame.of(classes_[node]);
    }
    return frame;
  }

  // The circuit in any state. If the literals `required` hold, then the nodes of every class agree in it, and the
  // constraints hold.
  UnrolledStep anywhere(Circuit& unrolled, std::vector<Literal>& required) const {
    UnrolledStep frame{{}, std::vector<Literal>(circuit_.node_count())};
    for (uint32_t node = 1; node < circuit_.node_count(); ++node) {
      const bool replaced = classes_[node] != 2 * node;
      if (circuit_.kind(node) == Kind::And) {
        const Literal own = gate(unrolled, frame, node);
        frame.value[node] = replaced ? frame.of(classes_[node]) : own;
        if (own != frame.value[node]) required.push_back(unrolled.equivalent(own, frame.value[node]));
      } else {
        frame.value[node] = replaced ? frame.of(classes_[node]) : unrolled.input({});
      }
    }
    for (Literal constraint : circuit_.constraints()) required.push_back(frame.of(constraint));
    return frame;
  }

  Literal gate(Circuit& unrolled, const UnrolledStep& frame, uint32_t node) const {
    return unrolled.conjunction(frame.of(circuit_.left(node)), frame.of(circuit_.right(node)));
  }

  // Checks for each node whether it can differ from its class at this time, and splits classes accordingly.
  bool ask(Time time) {
    Circuit unrolled;
    Sat sat(limits_, Sat::Questions::ManyEasy);
    sat.set_most_conflicts(kMostConflictsOfQuestion);
    Encoder encoder(unrolled, sat);
    std::vector<Literal> latches, required;
    if (time == Time::AfterAStep) {
      const UnrolledStep before = anywhere(unrolled, required);
      for (Literal literal : required) encoder.add(literal);
      for (const circuit::Latch& latch : circuit_.latches()) latches.push_back(before.of(latch.next));
    } else {
      for (const circuit::Latch& latch : circuit_.latches())
        latches.push_back(latch.initial == Initial::Free ? unrolled.input({})
                                                         : circuit::constant(latch.initial == Initial::One));
    }
    const UnrolledStep frame = with_latches(unrolled, latches);
    const Substitution before_splits = classes_;
    for (uint32_t node = 1; node < circuit_.node_count(); ++node) {
      if (frame.own[node] == frame.value[node] || classes_[node] != before_splits[node]) continue;
      const int differ = encoder.literal(unrolled.exclusive_or(frame.own[node], frame.value[node]));
      const Sat::Result result = sat.solve({differ});
      if (result == Sat::Result::Stopped) {
        if (limits_.expired()) return false;
        classes_[node] = 2 * node;  // the question is too hard, so the node is not replaced
        was_split_ = true;
      } else if (result == Sat::Result::Unsatisfiable) {
        sat.add({-differ});
      } else {
        split_by_model(unrolled, encoder, latches, required);
      }
      work_ += result == Sat::Result::Unsatisfiable ? kWorkOfEasyQuestion : unrolled.node_count();
      if (work_ > (circuit_.node_count() > kLargeCircuit ? kMostWorkInLargeCircuit : kMostSweepingWork)) return false;
    }
    return true;
  }

  // Splits classes by the states that the model leads to, and by those that similar states lead to. A model takes the
  // solver longer than an evaluation of 64 states.
  void split_by_model(const Circuit& unrolled, const Encoder& encoder, const std::vector<Literal>& latches,
                      const std::vector<Literal>& required) {
    std::vector<uint64_t> inputs, state;
    const unsigned rarity = 2 + models_++ % 5;
    for (const circuit::Input& input : unrolled.inputs()) {
      uint64_t changed = ~1ull;  // the first state is the model's own
      for (unsigned i = 0; i < rarity; ++i) changed &= random_();
      inputs.push_back((encoder.value(2 * input.node) ? ~0ull : 0) ^ changed);
    }
    const std::vector<uint64_t> values = circuit::evaluate_lanes(unrolled, {}, inputs);
    auto value = [&](Literal l) { return values[node_of(l)] ^ (is_negated(l) ? ~0ull : 0); };
    uint64_t lanes = ~0ull;
    for (Literal literal : required) lanes &= value(literal);
    for (Literal latch : latches) state.push_back(value(latch));
    split(state, lanes);
  }

  const Circuit& circuit_;
  const Limits& limits_;
  std::vector<bool> is_state_;
  Substitution classes_;  // by node: the first node of its class, negated if the two are complementary
  bool was_split_ = false;
  std::mt19937_64 random_{1};
  uint64_t models_ = 0, work_ = 0;
};

}  // namespace

Substitution sweep(const Circuit& circuit, const Limits& limits) {
  Sweep sweep(circuit, limits);
  return sweep.run() ? sweep.classes() : circuit::identity(circuit);
}

}  // namespace mover::solver
