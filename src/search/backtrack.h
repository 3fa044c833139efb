// The path of a depth-first search and backtracking along it. Near the top every state that the search will
// backtrack to has a snapshot, unless repeating steps is cheaper for the machine; further down only every kSpacing-th
// of these, and the others are restored by repeating a few steps. So a path of millions of steps costs a few bytes a
// step.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/search.h"

namespace mover {

class Backtrack {
 public:
  // REQUIRES: the machine is in the state where the path begins.
  explicit Backtrack(Machine& machine) : machine_(machine) { sparse_.push_back({0, machine.snapshot()}); }

  const Schedule& schedule() const { return schedule_; }
  size_t depth() const { return schedule_.size(); }

  // The machine has just taken this step.
  void push(Decision decision) { schedule_.push_back(decision); }
  // Takes it.
  StepResult step(Decision decision) {
    StepResult result = machine_.step(decision.thread, decision.choice);
    schedule_.push_back(decision);
    return result;
  }
  // The machine is at the end of the path, and the search will backtrack to this state.
  void save() { save_at(depth()); }
  void pop() { schedule_.pop_back(); }
  void pop_to(size_t depth) { schedule_.resize(depth); }
  // Brings the machine to the state at the end of the path.
  void restore();

 private:
  void save_at(size_t depth);

  static constexpr size_t kSpacing = 64;
  struct Saved {
    size_t depth;
    std::shared_ptr<const Machine::Snapshot> snapshot;
  };

  Machine& machine_;
  Schedule schedule_;
  std::vector<Saved> sparse_;  // by depth, ascending; the first is the beginning
  std::vector<Saved> recent_;  // by depth, ascending, all deeper than those
};

}  // namespace mover
