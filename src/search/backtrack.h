// The path of a depth-first search, and backtracking along it. Near the end of the path every state that the search
// will backtrack to has a snapshot, unless repeating steps is cheaper for the machine. Further up only every
// kSpacing-th of these states has one, and the others are restored by repeating a few steps. So a path of millions of
// steps costs a few bytes per step.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/search.h"

namespace mover {

class Backtrack {
 public:
  // REQUIRES: the machine is in the first state of the path.
  explicit Backtrack(Machine& machine) : machine_(machine) { sparse_.push_back({0, machine.snapshot()}); }

  const Schedule& schedule() const { return schedule_; }
  size_t depth() const { return schedule_.size(); }

  // Appends a step that the machine has just taken.
  void push(Decision decision) { schedule_.push_back(decision); }
  // Takes a step and appends it.
  StepResult step(Decision decision) {
    StepResult result = machine_.step(decision.thread, decision.choice);
    schedule_.push_back(decision);
    return result;
  }
  // Saves the state at the end of the path, to which the search will backtrack. REQUIRES: the machine is in that state.
  void save() { save_at(depth()); }
  void pop() { schedule_.pop_back(); }
  void pop_to(size_t depth) { schedule_.resize(depth); }
  // Brings the machine to the state at the end of the path.
  void restore();
  // The same if other executions have made the snapshots void. REQUIRES: the path begins in the initial state.
  void execute_again();

 private:
  void save_at(size_t depth);

  static constexpr size_t kSpacing = 64;
  struct Saved {
    size_t depth;
    std::shared_ptr<const Machine::Snapshot> snapshot;
  };

  Machine& machine_;
  Schedule schedule_;
  std::vector<Saved> sparse_;  // by ascending depth; the first element is the first state of the path
  std::vector<Saved> recent_;  // by ascending depth; all are deeper than the elements of sparse_
};

}  // namespace mover
