// Breadth-first search over symbolic states. A new state is divided into states whose control latches are constant. It
// is dropped if a visited state has the same latches and weaker conditions. Conditions on variables that have no
// influence on the state are dropped, so that a loop over new data comes back to the same symbolic state.
#include "solver/symbolic_execution.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "solver/encoder.h"
#include "solver/symbolic_step.h"
#include "solver/unrolling.h"
#include "support/check.h"

namespace mover::solver {

using circuit::is_constant;
using circuit::kFalse;
using circuit::Kind;
using circuit::kTrue;
using circuit::negate;
using circuit::node_of;

namespace {

constexpr size_t kMostControlBits = 10;
constexpr size_t kMostBytesOfPaths = size_t{512} << 20;  // of the symbolic states
constexpr uint32_t kMostGraphNodes = 10'000'000;         // of the graph

class PathSearch {
 public:
  PathSearch(const Circuit& circuit, const Limits& limits)
      : circuit_(circuit),
        limits_(limits),
        proof_(std::make_shared<SymbolicStates>()),
        graph_(proof_->graph),
        step_(circuit, graph_, proof_->variables, limits),
        questions_(graph_, limits) {
    for (Literal l : circuit.control())
      if (circuit.kind(node_of(l)) == Kind::Latch) control_latches_.push_back(circuit.index(node_of(l)));
  }

  Answer run() {
    if (step_.control_bits() > kMostControlBits) return unknown("there are too many control inputs");
    proof_->initial_latches = step_.initial_latches();
    if (!divide({proof_->initial_latches, {}}, kNone, 0)) return stopped(limits_);
    proof_->initial = static_cast<uint32_t>(proof_->states.size());
    uint32_t depth = 0;
    for (uint32_t state = 0; state < proof_->states.size(); ++depth) {
      if (depth == limits_.depth) return unknown("executions may be longer than " + std::to_string(depth) + " steps");
      level_end_ = static_cast<uint32_t>(proof_->states.size());
      for (; state < level_end_; ++state)
        if (std::optional<Answer> answer = expand(state, depth)) return *answer;
    }
    Answer answer;
    answer.kind = Answer::Kind::Proved;
    answer.proof = Answer::Proof::SymbolicStates;
    answer.depth = depth;
    answer.symbolic = std::move(proof_);
    return answer;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // A step by which a symbolic state was reached.
  struct Origin {
    uint32_t from = kNone;
    uint64_t choice = 0;
  };

  // Takes all steps from a symbolic state. Returns an answer if the search ends.
  std::optional<Answer> expand(uint32_t number, uint32_t depth) {
    const SymbolicState state = proof_->states[number];
    const Implied implied(graph_, state.conditions);
    std::vector<Literal> inputs = step_.unused_inputs(state);
    for (uint64_t choice = 0; choice < uint64_t{1} << step_.control_bits(); ++choice) {
      if (limits_.expired()) return stopped(limits_);
      for (const auto& [input, value] : step_.chosen(choice)) inputs[input] = circuit::constant(value);
      std::optional<SymbolicStep::Result> next = step_.step(state, inputs, implied);
      if (!next) continue;
      const Sat::Result possible = questions_.solve(state.conditions, next->constraint);
      if (possible == Sat::Result::Unsatisfiable) continue;
      const Sat::Result bad = questions_.solve(next->conditions, next->any_bad);
      if (possible == Sat::Result::Stopped || bad == Sat::Result::Stopped) return stopped(limits_);
      if (bad == Sat::Result::Satisfiable) return violation(number, choice, depth);
      if (!divide({std::move(next->latches), std::move(next->conditions)}, number, choice)) return stopped(limits_);
      if (bytes_ > kMostBytesOfPaths || graph_.node_count() > kMostGraphNodes)
        return unknown("the symbolic states do not fit into memory");
    }
    std::vector<uint32_t>& all = proof_->successors[number];
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return std::nullopt;
  }

  // Visits the states of a symbolic state, divided into states whose control latches are constant. REQUIRES: the
  // conditions can hold. Returns false if a limit is reached.
  bool divide(SymbolicState whole, uint32_t from, uint64_t choice) {
    std::vector<SymbolicState> open = {std::move(whole)};
    while (!open.empty()) {
      if (limits_.expired()) return false;
      SymbolicState state = std::move(open.back());
      open.pop_back();
      const Implied implied(graph_, state.conditions);
      state.latches = implied.simplify(graph_, state.latches);
      const Literal condition = first_condition(state);
      if (is_constant(condition)) {
        visit(std::move(state), {from, choice});
        continue;
      }
      for (Literal l : {condition, negate(condition)}) {
        const Sat::Result result = questions_.solve(state.conditions, l);
        if (result == Sat::Result::Stopped) return false;
        if (result == Sat::Result::Unsatisfiable) continue;
        open.push_back(state);
        open.back().conditions.push_back(l);
        open.back().conditions = *conjuncts_of(graph_, std::move(open.back().conditions));
      }
    }
    return true;
  }

  // The control literal that is not constant and has the smallest node. It is the one on which others may depend.
  Literal first_condition(const SymbolicState& state) const {
    Literal first = kTrue;
    for (uint32_t latch : control_latches_) {
      const Literal l = state.latches[latch];
      if (!is_constant(l) && (is_constant(first) || node_of(l) < node_of(first))) first = l;
    }
    return first;
  }

  void visit(SymbolicState state, Origin origin) {
    state.conditions = questions_.relevant(state.conditions, state.latches);
    std::vector<uint32_t>& same = visited_[hash_of(state.latches)];
    for (uint32_t other : same) {
      if (proof_->states[other].latches != state.latches) continue;
      if (!subsumes(other, state) && !join(other, state)) continue;
      if (other >= level_end_) origins_[other].push_back(origin);  // a state of the next level
      if (origin.from != kNone) proof_->successors[origin.from].push_back(other);
      return;
    }
    const auto number = static_cast<uint32_t>(proof_->states.size());
    same.push_back(number);
    bytes_ += (state.latches.size() + state.conditions.size()) * sizeof(Literal);
    proof_->states.push_back(std::move(state));
    proof_->successors.emplace_back();
    origins_.push_back({origin});
    if (origin.from != kNone) proof_->successors[origin.from].push_back(number);
  }

  bool subsumes(uint32_t other, const SymbolicState& state) const {
    const std::vector<Literal>& weaker = proof_->states[other].conditions;
    return std::includes(state.conditions.begin(), state.conditions.end(), weaker.begin(), weaker.end());
  }

  // If the conditions of a state that has not been expanded differ from these only in the sign of one literal, the
  // state gets the other conditions, and so contains the states of both.
  bool join(uint32_t other, const SymbolicState& state) {
    std::vector<Literal>& mine = proof_->states[other].conditions;
    if (other < level_end_ || mine.size() != state.conditions.size()) return false;
    std::vector<Literal> common, different;
    std::set_intersection(mine.begin(), mine.end(), state.conditions.begin(), state.conditions.end(),
                          std::back_inserter(common));
    std::set_symmetric_difference(mine.begin(), mine.end(), state.conditions.begin(), state.conditions.end(),
                                  std::back_inserter(different));
    if (different.size() != 2 || different[0] != negate(different[1])) return false;
    mine = std::move(common);
    return true;
  }

  // An execution to the bad step. The graph reuses variables, and conditions have been dropped, so it does not contain
  // all values of inputs. They are searched for in an unrolled circuit, with the choices of the symbolic states that
  // lead to the bad step.
  Answer violation(uint32_t last, uint64_t choice, uint32_t depth) {
    std::vector<std::set<uint64_t>> choices(depth + 1);
    choices[depth].insert(choice);
    std::set<uint32_t> level = {last};
    for (uint32_t i = depth; i > 0; --i) {
      std::set<uint32_t> before;
      for (uint32_t state : level)
        for (const Origin& origin : origins_[state]) {
          before.insert(origin.from);
          choices[i - 1].insert(origin.choice);
        }
      level = std::move(before);
    }
    Unrolling unrolling(circuit_, Unrolling::Start::Initial);
    Circuit& unrolled = unrolling.circuit();
    Sat sat(limits_);
    Encoder encoder(unrolled, sat);
    for (size_t i = 0; i < choices.size(); ++i) {
      std::map<size_t, bool> fixed;
      if (choices[i].size() == 1) fixed = step_.chosen(*choices[i].begin());
      const Unrolling::Step& step = unrolling.add_step(fixed);
      std::vector<Literal> possible;
      for (uint64_t one : choices[i]) {
        std::vector<Literal> values;
        for (const auto& [input, value] : step_.chosen(one)) values.push_back(step.inputs[input] ^ (value ? 0 : 1));
        possible.push_back(unrolled.all_of(values));
      }
      encoder.add(unrolled.any_of(possible));
      for (Literal constraint : step.constraints) encoder.add(constraint);
    }
    encoder.add(unrolling.step(depth).any_bad);
    const Sat::Result result = sat.solve();
    if (result == Sat::Result::Stopped) return stopped(limits_);
    MOVER_CHECK(result == Sat::Result::Satisfiable, "a bad symbolic state contains a state of an execution");
    return violation_of(circuit_, unrolling.trace(depth + size_t{1}, [&](Literal l) { return encoder.value(l); }));
  }

  const Circuit& circuit_;
  const Limits& limits_;
  std::shared_ptr<SymbolicStates> proof_;
  Circuit& graph_;
  SymbolicStep step_;
  PathConditions questions_;
  std::vector<uint32_t> control_latches_;                        // indices of latches
  std::unordered_map<uint64_t, std::vector<uint32_t>> visited_;  // the numbers of states, by hash of latches
  std::vector<std::vector<Origin>> origins_;                     // by state: the steps to it from the level before
  uint32_t level_end_ = 0;                                       // the first state of the next depth
  size_t bytes_ = 0;
};

}  // namespace

Answer SymbolicExecution::check(const Circuit& circuit, const Limits& limits) {
  return PathSearch(circuit, limits).run();
}

}  // namespace mover::solver
