// Confirms the findings of searches from the machine and the property alone: shows() decides by one state, Witness by a
// path.
#pragma once

#include <optional>

#include "machine/machine.h"
#include "movers/common_locks.h"
#include "property/race.h"
#include "property/vector_clocks.h"
#include "search/search.h"

namespace mover {

// The conflicting accesses of two parked threads: both are pending, and may be executed in either order.
std::optional<Conflict> pending_conflict(const Machine& machine, ThreadId first, ThreadId second);

// Whether `finding` shows in the machine's current state: same kind, same threads, same places. `last` is the result of
// the step (or reset) that led to this state. Races that only happens-before along the path reveals, and violations of
// the locking discipline, do not show in a state.
bool shows(Machine& machine, const StepResult& last, const Finding& finding);

// Decides whether a path shows a finding: executes the steps, and checks the locking discipline at each of them and
// happens-before along the path.
class Witness {
 public:
  Witness(Machine& machine, const Finding& finding) : machine_(machine), finding_(finding) {}
  // Decides a race by happens-before from now on, because no state shows it.
  void judge_by_order() { by_order_ = finding_.kind == FindingKind::Race; }

  StepResult reset();
  StepResult step(Decision decision);  // REQUIRES: the step is enabled
  bool shows() const { return shows_; }
  const Finding& finding() const { return finding_; }  // if shows(): with the message of this execution

 private:
  void observe(const StepResult& last, ThreadId moved);

  Machine& machine_;
  Finding finding_;
  bool by_order_ = false;
  Locksets locksets_;
  CommonLocks locks_{locksets_};
  VectorClocks clocks_;
  bool shows_ = false;
};

}  // namespace mover
