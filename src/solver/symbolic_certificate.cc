// Checks the proofs of symbolic execution: every step from every symbolic state is computed again, and a new SAT solver
// checks that it is good and leads to a state of a successor.
#include <algorithm>
#include <set>

#include "solver/symbolic_step.h"

namespace mover::solver {

using circuit::kFalse;
using circuit::kTrue;
using circuit::negate;

namespace {

constexpr const char* kLimit = "a limit was reached before the proof was checked";

class Check {
 public:
  Check(const Circuit& circuit, const SymbolicStates& proof, const Limits& limits, std::string& why)
      : circuit_(circuit),
        proof_(proof),
        limits_(limits),
        why_(why),
        graph_(proof.graph),
        variables_(proof.variables),
        step_(circuit, graph_, variables_, limits),
        questions_(graph_, limits) {}

  bool run() {
    if (!has_form()) return false;
    Literal covered = kFalse;
    for (uint32_t i = 0; i < proof_.initial; ++i)
      covered = graph_.disjunction(covered, contains(i, proof_.initial_latches));
    if (!holds({}, covered, "an initial state is in no symbolic state")) return false;
    for (uint32_t number = 0; number < proof_.states.size(); ++number)
      if (!check_steps(number)) return false;
    return true;
  }

 private:
  // Whether the variables are different inputs of the graph, the initial latches are those of the circuit, and the
  // numbers of states are in range.
  bool has_form() {
    std::set<Literal> seen;
    auto is_new_variable = [&](Literal l) {
      const uint32_t node = circuit::node_of(l);
      return node < graph_.node_count() && graph_.kind(node) == circuit::Kind::Input && seen.insert(2 * node).second;
    };
    bool result = proof_.initial <= proof_.states.size() && proof_.successors.size() == proof_.states.size() &&
                  proof_.initial_latches.size() == circuit_.latches().size();
    for (const std::vector<Literal>& copies : variables_)
      for (Literal l : copies) result &= is_new_variable(l);
    for (size_t i = 0; result && i < circuit_.latches().size(); ++i) {
      const circuit::Initial initial = circuit_.latches()[i].initial;
      const Literal l = proof_.initial_latches[i];
      result = initial == circuit::Initial::Free ? is_new_variable(l)
                                                 : l == circuit::constant(initial == circuit::Initial::One);
    }
    for (const std::vector<uint32_t>& all : proof_.successors)
      for (uint32_t successor : all) result &= successor < proof_.states.size();
    for (const SymbolicState& state : proof_.states) result &= state.latches.size() == circuit_.latches().size();
    if (!result) why_ = "the symbolic states are those of another circuit";
    return result;
  }

  // Whether the conditions imply the literal.
  bool holds(const std::vector<Literal>& conditions, Literal literal, const char* part) {
    if (literal == kTrue) return true;
    const Sat::Result result = questions_.solve(conditions, negate(literal));
    if (result == Sat::Result::Unsatisfiable) return true;
    why_ = result == Sat::Result::Stopped ? kLimit : part;
    return false;
  }

  // A literal that is true if the symbolic state contains the state with these latches, for the same values of the
  // variables.
  Literal contains(uint32_t number, const std::vector<Literal>& latches) {
    const SymbolicState& state = proof_.states[number];
    std::vector<Literal> all = state.conditions;
    for (size_t i = 0; i < latches.size(); ++i) {
      all.push_back(graph_.equivalent(latches[i], state.latches[i]));
      if (all.back() == kFalse) return kFalse;
    }
    return graph_.all_of(all);
  }

  bool check_steps(uint32_t number) {
    const SymbolicState& state = proof_.states[number];
    const Implied implied(graph_, state.conditions);
    std::vector<Literal> inputs = step_.unused_inputs(state);
    for (uint64_t choice = 0; choice < uint64_t{1} << step_.control_bits(); ++choice) {
      for (const auto& [input, value] : step_.chosen(choice)) inputs[input] = circuit::constant(value);
      const std::optional<SymbolicStep::Result> next = step_.step(state, inputs, implied);
      if (!next) continue;
      if (limits_.expired()) return why_ = kLimit, false;
      if (questions_.solve(state.conditions, next->constraint) == Sat::Result::Unsatisfiable) continue;
      if (!holds(next->conditions, negate(next->any_bad), "a symbolic state has a bad step")) return false;
      Literal covered = kFalse;
      for (uint32_t successor : proof_.successors[number])
        covered = graph_.disjunction(covered, contains(successor, next->latches));
      if (!holds(next->conditions, covered, "a step leads to a state that is in no successor")) return false;
    }
    return true;
  }

  const Circuit& circuit_;
  const SymbolicStates& proof_;
  const Limits& limits_;
  std::string& why_;
  Circuit graph_;
  Variables variables_;
  SymbolicStep step_;
  PathConditions questions_;
};

}  // namespace

bool check_symbolic_states(const Circuit& circuit, const SymbolicStates& proof, const Limits& limits,
                           std::string& why) {
  return Check(circuit, proof, limits, why).run();
}

}  // namespace mover::solver
