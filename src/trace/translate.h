// Translates a schedule of one machine to another with different steps: the compiled program merges race-free actions
// into a step, whereas the interpreter parks before every visible action. Each thread is followed on both machines by
// the actions and lines of its steps.
#pragma once

#include <string>

#include "machine/machine.h"
#include "trace/replay.h"

namespace mover {

struct Translated {
  Violation violation;     // on the other machine
  std::string difference;  // the reason why no violation was found, in one sentence; empty if it was
};

// Searches for a schedule of `machine` with the actions of `guide` in the same order, and with the same violation: the
// same kind at the same line(s). REQUIRES: guide.shows_finding, and `finding` is its finding. A machine that merges
// steps learns from the steps that it takes (StepMerging::refinements).
Translated translate(const Replay& guide, const TraceFinding& finding, Machine& machine);

}  // namespace mover
