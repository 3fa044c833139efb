// Does this state show that finding? Confirms what searches report, from the machine and the property alone.
#pragma once

#include <optional>

#include "machine/machine.h"
#include "movers/common_locks.h"
#include "property/race.h"
#include "property/vector_clocks.h"
#include "search/search.h"

namespace mover {

// The conflicting accesses of two parked threads: both are pending, and may come in either order.
std::optional<Conflict> pending_conflict(const Machine& machine, ThreadId first, ThreadId second);

// Whether `finding` shows in the machine's present state, `last` being the result of the step (or reset) that led here:
// same kind, same threads, same places. A race that only happens-before along the path reveals does not show in a
// state, nor does a violation of the locking discipline.
bool shows(Machine& machine, const StepResult& last, const Finding& finding);

// Does this path show that finding? Executes the steps, to check the locking discipline at each, and happens-before
// along the path.
class Witness {
 public:
  Witness(Machine& machine, const Finding& finding) : machine_(machine), finding_(finding) {}
  // A race that no state shows: from now on it is decided by happens-before.
  void judge_by_order() { by_order_ = finding_.kind == FindingKind::Race; }

  StepResult reset();
  StepResult step(Decision decision);  // REQUIRES: it is possible
  bool shows() const { return shows_; }
  const Finding& finding() const { return finding_; }  // shows(): in the words of this execution

 private:
  void look(const StepResult& last, ThreadId moved);

  Machine& machine_;
  Finding finding_;
  bool by_order_ = false;
  Locksets locksets_;
  CommonLocks locks_{locksets_};
  VectorClocks clocks_;
  bool shows_ = false;
};

}  // namespace mover
