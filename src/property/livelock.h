// Livelocks: infinite executions in which threads take steps but make no progress. docs/liveness.md has the
// definitions.
//
// Whether an infinite execution is a livelock depends on the steps that it takes infinitely often. This file extracts
// the marks of states and steps on which the conditions depend, and decides whether a given cycle is a livelock. The
// search for such cycles is in search/livelocks.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "property/busy_wait.h"
#include "property/property.h"

namespace mover {

// The threads of a state, as bit sets.
struct StateMarks {
  uint64_t enabled = 0;
  uint64_t blocked = 0;         // disabled, and not merely by another thread's atomic section
  uint64_t waits_for_lock = 0;  // the subset of `blocked` that waits for a mutex, a readers-writer lock or a spin lock
  bool is_discarded = false;    // a false assumption has discarded a thread
};
StateMarks marks_of_state(const Machine& machine);

// A step. `jumps` are those in frames that the step has not left.
struct StepMarks {
  ThreadId thread = 0;
  uint32_t frames_kept = 0;
  std::set<ControlFlow::Jump> jumps;
  bool progress = false;
  std::vector<ControlFlow::Operation> completed;  // in ascending order
  std::vector<ControlFlow::Operation> inside;     // the operations that the thread was in throughout the step
  auto operator<=>(const StepMarks&) const = default;
};
// REQUIRES: the last step was t's, and jumps were watched.
StepMarks marks_of_step(Machine& machine, ThreadId t);

// Fairness is a Streett condition (search/fair_cycles.h). These are its two sides for a step of t from a state with
// these marks.
inline uint64_t fairness_requires(const StateMarks& from, Fairness fairness) {
  return fairness == Fairness::None ? 0 : from.enabled;
}
inline uint64_t fairness_satisfied(const StateMarks& from, ThreadId t, Fairness fairness) {
  return (1ull << t) | (fairness == Fairness::Weak ? from.blocked : 0);
}

// Whether the program has a call of mover_progress, or operations that are lock-free or wait-free.
bool marks_progress(const ir::Program& program);
bool has_operations(const ir::Program& program);

// The steps of a cycle, with the states that they begin in.
class CycleOfSteps {
 public:
  // REQUIRES: `from` is the state before the last step, which was t's, and jumps were watched.
  void add(Machine& machine, const StateMarks& from, ThreadId t);
  bool is_fair(Fairness fairness) const;
  // Whether the cycle is a livelock as the finding describes it.
  bool shows(const ir::Program& program, const Finding& finding) const;
  // The loop in which the thread stays; null if it stays in none.
  std::optional<Behaviour::StaysIn> stays_in(ThreadId t) const { return behaviour_.stays_in(t); }

 private:
  bool has_step_inside(ThreadId t, const ControlFlow::Operation& operation) const;

  struct Step {
    StateMarks from;
    StepMarks marks;
  };
  std::vector<Step> steps_;
  Behaviour behaviour_;
};

// The finding with its message and its place. REQUIRES: the machine is in a state of the cycle.
Finding described_livelock(const Machine& machine, const Finding& finding, const CycleOfSteps& cycle);

// Threads that block inside a lock-free or wait-free operation, which is visible in a single state.
void observe_blocked_operations(const Machine& machine, Observed& observed);
bool shows_blocked_operation(Machine& machine, const StepResult& last, const Finding& finding);

const char* to_text(Fairness fairness);
const char* to_text(Livelock livelock);  // in trace files

}  // namespace mover
