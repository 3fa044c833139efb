// Abstract reachability, and refinement by weakest preconditions along spurious executions.
#include "solver/predicate_abstraction.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "circuit/successors.h"
#include "solver/conditions.h"
#include "solver/control_steps.h"
#include "solver/encoder.h"
#include "support/check.h"

namespace mover::solver {

using circuit::negate;
using circuit::node_of;

namespace {

// Upper bounds: initial states, abstract states, and values of the conditions on which a step from one of them depends.
constexpr size_t kMostConcreteInitialStates = 4096, kMostStates = 500'000, kMostValuations = 256;

using Bools = std::vector<bool>;

// A decision diagram as gates: whether the literals have the values of one of the states, which are sorted.
Literal is_one_of(Circuit& circuit, std::span<const Bools> states, const std::vector<Literal>& literals,
                  size_t depth = 0) {
  if (states.empty()) return circuit::kFalse;
  if (depth == literals.size()) return circuit::kTrue;
  const auto ones = std::partition_point(states.begin(), states.end(), [&](const Bools& s) { return !s[depth]; });
  const auto zeros = static_cast<size_t>(ones - states.begin());
  const Literal then = is_one_of(circuit, states.subspan(zeros), literals, depth + 1);
  const Literal otherwise = is_one_of(circuit, states.first(zeros), literals, depth + 1);
  return circuit.ite(literals[depth], then, otherwise);
}

class AbstractSearch {
 public:
  AbstractSearch(const Circuit& circuit, size_t narrow, const Limits& limits)
      : original_(circuit),
        limits_(limits),
        circuit_(circuit),
        steps_(circuit_, narrow, limits),
        conditions_(steps_.conditions()),
        sat_(limits, Sat::Questions::ManyEasy),
        encoder_(circuit_, sat_) {}

  Answer run() {
    if (steps_.data().empty()) return unknown("the circuit has no wide words");
    const auto initial = circuit::initial_states(original_, kMostConcreteInitialStates);
    if (!initial) return unknown("there are too many initial states");
    for (const circuit::Bits& bits : *initial) {
      initial_.emplace_back();
      for (size_t i = 0; i < original_.latches().size(); ++i)
        initial_.back().push_back((bits[i / 64] >> (i % 64) & 1) != 0);
    }
    for (;;)
      if (std::optional<Answer> answer = search()) return *answer;
  }

 private:
  struct State {
    uint32_t from = 0;                  // the number of the predecessor, or of the initial state
    const ControlStep* step = nullptr;  // from the predecessor; null: the state is initial
    Bools control, predicates;
  };

  // Visits all reachable abstract states. Returns nothing if predicates were added instead.
  std::optional<Answer> search() {
    states_.clear();
    keys_.clear();
    valuations_.clear();
    for (uint32_t i = 0; i < initial_.size(); ++i) {
      const Bools values = circuit::evaluate(circuit_, initial_[i], Bools(circuit_.inputs().size()));
      State state{i, nullptr, {}, {}};
      for (uint32_t latch : steps_.control()) state.control.push_back(initial_[i][latch]);
      for (Literal p : predicates_) state.predicates.push_back(circuit::value_of(values, p));
      visit(std::move(state));
    }
    for (uint32_t n = 0; n < states_.size(); ++n) {
      if (limits_.expired()) return stopped(limits_);
      if (states_.size() > kMostStates) return unknown("there are too many abstract states");
      const std::vector<ControlStep>* steps = steps_.from(states_[n].control);
      if (steps == nullptr)
        return limits_.expired() ? stopped(limits_) : unknown("the steps from a state depend on too many inputs");
      for (const ControlStep& step : *steps) {
        const bool may_be_bad = expand(n, step);
        if (too_many_) return unknown("a step depends on too many conditions");
        if (limits_.expired()) return stopped(limits_);
        if (may_be_bad) return refine(n, step);
      }
    }
    return proof();
  }

  void visit(State state) {
    Bools key = state.control;
    key.insert(key.end(), state.predicates.begin(), state.predicates.end());
    if (keys_.insert(std::move(key)).second) states_.push_back(std::move(state));
  }

  // Visits the abstract states after a step. Returns whether the step may be bad.
  bool expand(uint32_t n, const ControlStep& step) {
    const Bools predicates = states_[n].predicates;
    std::vector<Literal> next;
    for (Literal p : predicates_) next.push_back(steps_.after(step.update, p));
    std::vector<Literal> open;  // the conditions that are no predicates
    std::unordered_map<uint32_t, bool> values = {{0, false}};
    auto collect = [&](Literal l) {
      conditions_.each_atomic(l, [&](uint32_t node) {
        const auto found = atoms_.find(node);
        if (found != atoms_.end())
          values[node] = predicates[found->second];
        else
          open.push_back(2 * node);
      });
    };
    for (Literal l : step.conditions) collect(l);
    collect(step.bad);
    for (Literal l : step.control) collect(l);
    for (Literal l : next) collect(l);
    std::sort(open.begin(), open.end());
    open.erase(std::unique(open.begin(), open.end()), open.end());
    std::function<bool(Literal)> value = [&](Literal l) {
      const uint32_t node = node_of(l);
      if (conditions_.is_combination(node))
        return (value(circuit_.left(node)) && value(circuit_.right(node))) != circuit::is_negated(l);
      return values.at(node) != circuit::is_negated(l);
    };
    for (const Bools& valuation : valuations(open, predicates)) {
      for (size_t i = 0; i < open.size(); ++i) values[node_of(open[i])] = valuation[i];
      if (!std::all_of(step.conditions.begin(), step.conditions.end(), value)) continue;
      if (value(step.bad)) return true;
      State state{n, &step, {}, {}};
      for (Literal l : step.control) state.control.push_back(value(l));
      for (Literal l : next) state.predicates.push_back(value(l));
      visit(std::move(state));
    }
    return false;
  }

  // The values that the literals may have if the predicates have these values.
  const std::vector<Bools>& valuations(const std::vector<Literal>& literals, const Bools& predicates) {
    static const std::vector<Bools> kNoLiterals = {{}};
    if (literals.empty()) return kNoLiterals;
    auto [at, is_new] = valuations_.try_emplace({literals, predicates});
    std::vector<Bools>& result = at->second;
    if (!is_new) return result;
    std::vector<int> assumptions;
    const int active = sat_.variable();
    assumptions.push_back(active);
    for (size_t i = 0; i < predicates_.size(); ++i)
      assumptions.push_back(encoder_.literal(predicates_[i] ^ (predicates[i] ? 0 : 1)));
    std::vector<int> open;
    for (Literal l : literals) open.push_back(encoder_.literal(l));
    for (;;) {
      too_many_ = result.size() == kMostValuations;
      if (too_many_ || sat_.solve(assumptions) != Sat::Result::Satisfiable) break;
      std::vector<int> differs = {-active};
      Bools valuation;
      for (int l : open) {
        valuation.push_back(sat_.value(l));
        differs.push_back(sat_.value(l) ? -l : l);
      }
      sat_.add(differs);
      result.push_back(std::move(valuation));
    }
    sat_.add({-active});
    return result;
  }

  Bools inputs_of(const ControlStep& step) const {
    Bools inputs(circuit_.inputs().size());
    for (Literal l : step.inputs) inputs[node_of(l)] = !circuit::is_negated(l);
    return inputs;
  }

  // A bad step may be possible in an abstract state. Executes the steps that lead there. If they are an execution,
  // returns the violation. Otherwise adds predicates.
  std::optional<Answer> refine(uint32_t n, const ControlStep& bad_step) {
    std::vector<const ControlStep*> path = {&bad_step};
    std::vector<const Bools*> controls;
    for (; states_[n].step != nullptr; n = states_[n].from) {
      controls.push_back(&states_[n].control);
      path.push_back(states_[n].step);
    }
    std::reverse(path.begin(), path.end());
    std::reverse(controls.begin(), controls.end());
    Bools state = initial_[states_[n].from];
    Trace trace{state, {}};
    for (size_t k = 0; k < path.size(); ++k) {
      const ControlStep& step = *path[k];
      trace.inputs.push_back(inputs_of(step));
      const Bools values = circuit::evaluate(circuit_, state, trace.inputs.back());
      Literal differing = circuit::kFalse;
      for (Literal condition : step.conditions)
        if (!circuit::value_of(values, condition)) differing = condition;
      if (k + 1 < path.size()) {
        for (size_t i = 0; i < step.control.size() && differing == circuit::kFalse; ++i)
          if (circuit::value_of(values, step.control[i]) != (*controls[k])[i]) differing = step.control[i];
      } else if (differing == circuit::kFalse && !circuit::value_of(values, step.bad)) {
        differing = step.bad;
      }
      if (differing != circuit::kFalse) {
        add_preconditions(differing, path, k);
        return std::nullopt;
      }
      for (size_t i = 0; i < state.size(); ++i) state[i] = circuit::value_of(values, circuit_.latches()[i].next);
    }
    return violation_of(original_, std::move(trace));
  }

  // Adds the conditions in `l`, which step number k of the path decides, and their weakest preconditions.
  void add_preconditions(Literal l, const std::vector<const ControlStep*>& path, size_t k) {
    const size_t before = predicates_.size();
    std::set<uint32_t> now, next;
    for (conditions_.each_atomic(l, [&](uint32_t node) { now.insert(node); }); !now.empty(); now.swap(next)) {
      for (uint32_t node : now)
        if (atoms_.emplace(node, predicates_.size()).second) predicates_.push_back(2 * node);
      if (k-- == 0) break;
      next.clear();
      for (uint32_t node : now)
        conditions_.each_atomic(steps_.after(path[k]->update, 2 * node), [&](uint32_t n) { next.insert(n); });
    }
    MOVER_CHECK(predicates_.size() > before, "the predicates exclude the spurious execution");
  }

  // The values of control and inputs that distinguish the steps from a control state.
  void add_cases(const Bools& control, std::vector<std::vector<Literal>>& cases) {
    std::vector<Literal> state;
    for (size_t i = 0; i < control.size(); ++i)
      state.push_back(2 * circuit_.latches()[steps_.control()[i]].node ^ (control[i] ? 0 : 1));
    const std::vector<Literal>* last = nullptr;
    for (const ControlStep& step : *steps_.from(control)) {
      if (last != nullptr && *last == step.inputs) continue;  // the steps differ in their conditions
      last = &step.inputs;
      cases.push_back(state);
      for (Literal l : step.inputs) cases.back().push_back(2 * circuit_.inputs()[node_of(l)].node ^ (l & 1));
    }
  }

  Answer proof() {
    Answer answer;
    answer.kind = Answer::Kind::Proved;
    answer.proof = Answer::Proof::Invariant;
    std::vector<Literal> atoms;
    for (uint32_t i : steps_.control()) atoms.push_back(2 * circuit_.latches()[i].node);
    atoms.insert(atoms.end(), predicates_.begin(), predicates_.end());
    std::vector<Bools> states(keys_.begin(), keys_.end());
    std::sort(states.begin(), states.end());
    answer.invariant.clauses.push_back({is_one_of(circuit_, states, atoms)});
    std::set<Bools> controls;
    for (const State& state : states_)
      if (controls.insert(state.control).second) add_cases(state.control, answer.invariant.cases);
    answer.invariant.circuit = std::make_shared<Circuit>(circuit_);
    return answer;
  }

  const Circuit& original_;
  const Limits& limits_;
  Circuit circuit_;  // with further gates
  ControlSteps steps_;
  Conditions& conditions_;
  Sat sat_;
  Encoder encoder_;
  std::vector<Bools> initial_;
  std::vector<Literal> predicates_;
  std::unordered_map<uint32_t, size_t> atoms_;  // by node: the index of the predicate
  std::vector<State> states_;
  std::unordered_set<Bools> keys_;  // the visited states: control, then predicates
  std::map<std::pair<std::vector<Literal>, Bools>, std::vector<Bools>> valuations_;
  bool too_many_ = false;  // a limit of valuations() was reached
};

}  // namespace

Answer PredicateAbstraction::check(const Circuit& circuit, const Limits& limits) {
  return AbstractSearch(circuit, narrow_, limits).run();
}

}  // namespace mover::solver
