#include "trace/evidence.h"

namespace mover {

// A machine that merges steps observes the path itself and reports the races.
void Witness::observe(const StepResult& last, ThreadId moved) {
  if (!along_path_) {
    last_ = last;
    return;
  }
  const std::vector<Finding> found =
      machine_.merges_steps() ? machine_.merging().take_races() : observer_->after_step(machine_, moved);
  for (const Finding& finding : found) {
    if (finding.kind != finding_.kind || !property_.is_same(machine_, finding_, finding)) continue;
    finding_ = finding;
    shows_ = true;
  }
}

StepResult Witness::reset() {
  if (along_path_) {
    machine_.record_events(true);
    observer_ = property_.along_path();
  }
  shows_ = false;
  StepResult last = machine_.reset();
  observe(last, 0);
  return last;
}

StepResult Witness::step(Decision decision) {
  if (along_path_ && !machine_.merges_steps()) observer_->before_step(machine_, decision.thread);
  StepResult last = machine_.step(decision.thread, decision.choice);
  observe(last, decision.thread);
  return last;
}

}  // namespace mover
