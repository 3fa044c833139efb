// Translates a schedule of one machine to another with different steps: the compiled program merges actions that are in
// no race into a step, where the interpreter parks before every visible action. Each thread of the one is followed
// along the same thread of the other, by the actions and lines of both.
#pragma once

#include <string>

#include "machine/machine.h"
#include "trace/replay.h"

namespace mover {

struct Translated {
  Violation violation;     // on the other machine
  std::string difference;  // why there is none, in one sentence; empty: there is
};

// Looks for a schedule of `machine` with the actions of `guide` in the same order, and with the same violation: the
// same kind at the same line(s). REQUIRES: guide.shows_finding, and `finding` is it; if the machine merges
// steps, it learns from the steps that it takes (StepMerging::refinements).
Translated translate(const Replay& guide, const TraceFinding& finding, Machine& machine);

}  // namespace mover
