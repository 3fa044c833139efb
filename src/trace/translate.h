// Translates a schedule of one machine to a machine with different steps: the compiled program merges race-free actions
// into a step, whereas in the interpreter a thread is parked before every visible action. The steps of each thread are
// matched by their actions and lines.
#pragma once

#include <string>

#include "machine/machine.h"
#include "trace/replay.h"

namespace mover {

struct Translated {
  Violation violation;     // on the other machine
  std::string difference;  // a sentence that says why the violation was not found; empty if it was
};

// Searches for a schedule of `machine` with the actions of `guide` in the same order, and with the same violation: the
// same kind at the same line(s). REQUIRES: guide.shows_finding, and `finding` is its finding. On a machine that merges
// steps, the search may cause refinements (StepMerging::refinements).
Translated translate(const Replay& guide, const TraceFinding& finding, Machine& machine);

}  // namespace mover
