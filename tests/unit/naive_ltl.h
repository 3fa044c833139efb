// A naive model checker for formulas of LTL, written independently of src/search and of the translation in src/ltl. It
// builds the state graph through the machine interface alone, represents the formula by the sets of its subformulas
// that may hold at a position, and checks fairness by trying every set of threads that take steps for ever.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "ltl/atoms.h"
#include "ltl/parser.h"
#include "machine/machine.h"
#include "unit/small_programs.h"

namespace mover::test {

// All states and steps of a program, with the atoms of a formula.
class NaiveGraph {
 public:
  static constexpr ThreadId kMostThreads = 3;
  static constexpr ThreadId kNoThread = kMostThreads;  // of the stuttering of a finite execution
  struct State {
    uint64_t atoms = 0;
    uint32_t enabled = 0;  // bit set of threads
    uint32_t resting = 0;  // threads that are disabled, except those that only an atomic
                           // section disables
    std::vector<std::pair<ThreadId, size_t>> next;
  };

  // `most`: with more states than this, the graph is left incomplete.
  NaiveGraph(const ir::Program& program, const ltl::Atoms& atoms, size_t most) : atoms_(atoms), most_(most) {
    machine_ = vm::make_machine(program, {});
    machine_->inspection().inspect(atoms.inspected());
    const StepResult first = machine_->reset();
    if (is_end(first))
      number_of_end();
    else if (first.kind == StepResult::Kind::Running)
      number();
    while (!open_.empty() && states_.size() <= most_) expand();
  }
  bool is_complete() const { return open_.empty(); }
  const std::vector<State>& states() const { return states_; }

 private:
  static bool is_end(const StepResult& result) {
    return result.kind == StepResult::Kind::Ended || result.kind == StepResult::Kind::Failed;
  }

  size_t number_of_end() {
    const uint64_t atoms = atoms_.values(*machine_);
    const auto [known, fresh] = ends_.try_emplace(atoms, states_.size());
    if (fresh) {
      State& state = states_.emplace_back();
      state.atoms = atoms;
      state.resting = (1u << kMostThreads) - 1;
      state.next.push_back({kNoThread, known->second});
    }
    return known->second;
  }

  size_t number() {
    std::vector<uint32_t> tuple;
    machine_->states().canonical_state(chunks_, tuple);
    const auto [known, fresh] = numbers_.try_emplace(std::move(tuple), states_.size());
    if (!fresh) return known->second;
    State& state = states_.emplace_back();
    state.atoms = atoms_.values(*machine_);
    bool is_discarded = false;
    for (ThreadId t = 0; t < kMostThreads; ++t) {
      const bool is_parked = t < machine_->num_threads() && machine_->status(t) == ThreadStatus::Parked;
      if (!is_parked) {
        state.resting |= 1u << t;
        continue;
      }
      const Action action = machine_->pending(t);
      if (action.enabled) state.enabled |= 1u << t;
      if (!action.enabled && action.waits_for != WaitsFor::Nothing) state.resting |= 1u << t;
      is_discarded |= !action.enabled && action.waits_for == WaitsFor::Discarded;
    }
    EXPECT_LE(machine_->num_threads(), kMostThreads);
    if (is_discarded) return known->second;  // executions that lead here are discarded
    if (state.enabled == 0)
      state.next.push_back({kNoThread, known->second});
    else
      open_.push_back({known->second, machine_->snapshot()});
    return known->second;
  }

  void expand() {
    const auto [from, snapshot] = open_.back();
    open_.pop_back();
    for (ThreadId t = 0; t < kMostThreads; ++t) {
      if ((states_[from].enabled >> t & 1) == 0) continue;
      machine_->restore(*snapshot);
      for (uint32_t choice = 0, choices = machine_->choices(t); choice < choices; ++choice) {
        machine_->restore(*snapshot);
        const StepResult result = machine_->step(t, choice);
        if (!is_end(result) && result.kind != StepResult::Kind::Running) continue;
        const size_t to = is_end(result) ? number_of_end() : number();
        states_[from].next.push_back({t, to});
      }
    }
  }

  const ltl::Atoms& atoms_;
  const size_t most_;
  std::unique_ptr<Machine> machine_;
  Chunks chunks_;
  std::map<std::vector<uint32_t>, size_t> numbers_;
  std::map<uint64_t, size_t> ends_;
  std::vector<State> states_;
  std::vector<std::pair<size_t, std::shared_ptr<const Machine::Snapshot>>> open_;
};

// The product of a graph with a formula. A node is a state with the set of subformulas that hold there, as a guess that
// its successors have to confirm.
class NaiveProduct {
 public:
  NaiveProduct(const NaiveGraph& graph, const ltl::Formula& formula) : graph_(graph) { add(formula); }
  // An upper bound of the number of nodes.
  size_t size() const {
    size_t size = graph_.states().size();
    for (const Subformula& sub : subformulas_) size *= is_temporal(sub.op) ? 2 : 1;
    return size;
  }
  void build();  // REQUIRES: was not called before

  // Whether every execution that is fair in this sense satisfies the formula. REQUIRES: build() was called.
  bool holds(Fairness fairness) const {
    const uint32_t all = (1u << NaiveGraph::kMostThreads) - 1;
    for (uint32_t threads = 0; threads <= (fairness == Fairness::None ? 0 : all); ++threads)
      if (has_violation(fairness, threads)) return false;
    return true;
  }

 private:
  using Op = ltl::Formula::Op;
  struct Subformula {
    Op op;
    uint32_t atom;
    size_t left, right;
  };
  struct Node {
    size_t state;
    std::vector<bool> holds;  // by subformula
  };

  // The number of the subformula; its operands have smaller numbers.
  size_t add(const ltl::Formula& f) {
    Subformula sub{f.op(), 0, 0, 0};
    if (f.op() == Op::Atom) sub.atom = f.number();
    if (f.op() == Op::Not || f.op() == Op::Next) sub.left = add(f.operand());
    if (f.op() == Op::And || f.op() == Op::Or || f.op() == Op::Until || f.op() == Op::Release)
      sub.left = add(f.left()), sub.right = add(f.right());
    subformulas_.push_back(sub);
    return subformulas_.size() - 1;
  }

  static bool is_temporal(Op op) { return op == Op::Next || op == Op::Until || op == Op::Release; }

  // All sets of subformulas that may hold in a state: the temporal ones are guessed, the others follow.
  std::vector<Node> guesses(size_t state) const {
    std::vector<Node> all{{state, {}}};
    for (const Subformula& sub : subformulas_) {
      std::vector<Node> longer;
      for (const Node& node : all)
        for (bool value : {false, true}) {
          const std::vector<bool>& holds = node.holds;
          bool fits = true;
          switch (sub.op) {
            case Op::True:
              fits = value;
              break;
            case Op::False:
              fits = !value;
              break;
            case Op::Atom:
              fits = value == ((graph_.states()[state].atoms >> sub.atom & 1) != 0);
              break;
            case Op::Not:
              fits = value != holds[sub.left];
              break;
            case Op::And:
              fits = value == (holds[sub.left] && holds[sub.right]);
              break;
            case Op::Or:
              fits = value == (holds[sub.left] || holds[sub.right]);
              break;
            case Op::Next:
            case Op::Until:
            case Op::Release:
              break;
          }
          if (!fits) continue;
          Node more = node;
          more.holds.push_back(value);
          longer.push_back(std::move(more));
        }
      all = std::move(longer);
    }
    return all;
  }

  // Whether the guess of a node is true if that of its successor is.
  bool follows(const Node& now, const Node& next) const {
    for (size_t i = 0; i < subformulas_.size(); ++i) {
      const Subformula& sub = subformulas_[i];
      bool value = now.holds[i];
      if (sub.op == Op::Next) value = next.holds[sub.left];
      if (sub.op == Op::Until) value = now.holds[sub.right] || (now.holds[sub.left] && next.holds[i]);
      if (sub.op == Op::Release) value = now.holds[sub.right] && (now.holds[sub.left] || next.holds[i]);
      if (value != now.holds[i]) return false;
    }
    return true;
  }

  // Whether a reachable cycle confirms all guesses, in which these threads take steps, and no others. Without fairness
  // any threads may.
  bool has_violation(Fairness fairness, uint32_t threads) const {
    auto state_of = [&](size_t node) -> const NaiveGraph::State& { return graph_.states()[nodes_[node].state]; };
    auto may_step = [&](ThreadId t) {
      return fairness == Fairness::None || (threads == 0 ? t == NaiveGraph::kNoThread : (threads >> t & 1) != 0);
    };
    std::vector<bool> within(nodes_.size());
    for (size_t node = 0; node < nodes_.size(); ++node)
      within[node] = reachable_[node] && (fairness != Fairness::Strong || (state_of(node).enabled & ~threads) == 0);
    auto reached = [&](size_t from, const auto& edges) {
      std::vector<char> is_reached(nodes_.size(), 0);
      std::vector<size_t> all, open{from};
      while (!open.empty()) {
        const size_t node = open.back();
        open.pop_back();
        for (const auto& [t, to] : edges[node])
          if (may_step(t) && within[to] && is_reached[to] == 0)
            is_reached[to] = 1, all.push_back(to), open.push_back(to);
      }
      return std::pair(is_reached, all);
    };
    for (size_t root = 0; root < nodes_.size(); ++root) {
      if (!within[root]) continue;
      const auto [is_after, after] = reached(root, next_);
      if (is_after[root] == 0) {  // on no cycle
        within[root] = false;
        continue;
      }
      const auto [is_before, before] = reached(root, previous_);
      std::set<size_t> component;
      for (size_t node : after)
        if (is_before[node] != 0) component.insert(node);
      if (is_accepting(component, fairness, threads)) return true;
      for (size_t node : component) within[node] = false;
    }
    return false;
  }

  bool is_accepting(const std::set<size_t>& component, Fairness fairness, uint32_t threads) const {
    for (size_t i = 0; i < subformulas_.size(); ++i) {
      const Subformula& sub = subformulas_[i];
      if (sub.op != Op::Until && sub.op != Op::Release) continue;
      // a U b is not postponed for ever; nor is !(a R b), which is !a U !b.
      const bool confirmed = std::any_of(component.begin(), component.end(), [&](size_t node) {
        const std::vector<bool>& holds = nodes_[node].holds;
        return sub.op == Op::Until ? !holds[i] || holds[sub.right] : holds[i] || !holds[sub.right];
      });
      if (!confirmed) return false;
    }
    if (fairness == Fairness::None) return true;
    uint32_t steps = 0, rested = 0, enabled = 0;
    for (size_t node : component) {
      for (const auto& [t, to] : next_[node])
        if (component.contains(to) && t < NaiveGraph::kNoThread && (threads >> t & 1) != 0) steps |= 1u << t;
      rested |= graph_.states()[nodes_[node].state].resting;
      enabled |= graph_.states()[nodes_[node].state].enabled;
    }
    return steps == threads && (fairness == Fairness::Strong || (enabled & ~threads & ~rested) == 0);
  }

  const NaiveGraph& graph_;
  std::vector<Subformula> subformulas_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::pair<ThreadId, size_t>>> next_, previous_;
  std::vector<bool> reachable_;
};

inline void NaiveProduct::build() {
  std::vector<std::vector<size_t>> by_state;
  for (size_t state = 0; state < graph_.states().size(); ++state) {
    by_state.emplace_back();
    for (Node& node : guesses(state)) {
      by_state.back().push_back(nodes_.size());
      nodes_.push_back(std::move(node));
    }
  }
  next_.resize(nodes_.size());
  previous_.resize(nodes_.size());
  for (size_t from = 0; from < nodes_.size(); ++from)
    for (const auto& [t, state] : graph_.states()[nodes_[from].state].next)
      for (size_t to : by_state[state])
        if (follows(nodes_[from], nodes_[to])) {
          next_[from].push_back({t, to});
          previous_[to].push_back({t, from});
        }
  std::vector<size_t> open;
  reachable_.resize(nodes_.size(), false);
  for (size_t node = 0; node < nodes_.size(); ++node)
    if (nodes_[node].state == 0 && !nodes_[node].holds.back()) reachable_[node] = true, open.push_back(node);
  while (!open.empty()) {
    const size_t node = open.back();
    open.pop_back();
    for (const auto& [t, to] : next_[node])
      if (!reachable_[to]) reachable_[to] = true, open.push_back(to);
  }
}

}  // namespace mover::test
