// Confirms findings independently of the search that reported them: shows() decides whether a state shows a finding,
// Witness whether a path does.
#pragma once

#include <memory>

#include "machine/machine.h"
#include "property/path_observer.h"
#include "search/search.h"

namespace mover {

// Whether `finding` shows in the machine's current state: same kind, same threads, same places. `last` is the result of
// the step (or reset) that led to this state. Findings that only a path reveals (path_observer.h) do not show in a
// state.
inline bool shows(Machine& machine, const StepResult& last, const Finding& finding) {
  return property_of(finding.kind).shows(machine, last, finding);
}

// Whether a state may show the finding. If the property has only a path observer (the locking discipline) and the
// finding has two sides, only a path shows it.
inline bool may_show_in_state(const Finding& finding) {
  const Property& property = property_of(finding.kind);
  return property.along_path == nullptr || property.in_state != nullptr || finding.other_loc == 0;
}

// Decides whether a path shows a finding. It executes the steps and checks each state. After judge_along_path(), the
// property's path observer decides instead.
class Witness {
 public:
  Witness(Machine& machine, const Finding& finding)
      : machine_(machine), finding_(finding), property_(property_of(finding.kind)) {}
  // Whether the property has a path observer, so that a path may show a finding that no state shows.
  bool can_judge_along_path() const { return property_.along_path != nullptr; }
  void judge_along_path() { along_path_ = can_judge_along_path(); }

  StepResult reset();
  StepResult step(Decision decision);  // REQUIRES: the step is enabled
  // Whether the path shows the finding. REQUIRES: the machine is in the path's last state.
  bool shows() { return along_path_ ? shows_ : mover::shows(machine_, last_, finding_); }
  const Finding& finding() const { return finding_; }  // if a path shows it: with the message of this execution

 private:
  void observe(const StepResult& last, ThreadId moved);

  Machine& machine_;
  Finding finding_;
  const Property& property_;
  bool along_path_ = false;
  std::unique_ptr<PathObserver> observer_;
  bool shows_ = false;  // along_path_: the finding was reported
  StepResult last_;
};

}  // namespace mover
