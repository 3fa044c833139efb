// A schedule of one machine on another whose steps are others: the compiled program runs over what nobody competes for,
// where the interpreter parks before everything that others could see. Each thread of the one is followed along the
// same thread of the other, by what both do at which line.
#pragma once

#include <string>

#include "machine/machine.h"
#include "trace/replay.h"

namespace mover {

struct Translated {
  Violation violation;     // on the other machine
  std::string difference;  // why there is none, in one sentence; empty: there is
};

// Looks for a schedule of `machine` that does what `guide` does in the same order, and shows what is wrong there: the
// same kind of violation at the same line(s). REQUIRES: guide.shows_finding, and `finding` is it; if the machine merges
// steps, it learns from those that it is asked for (Machine::lessons).
Translated translate(const Replay& guide, const TraceFinding& finding, Machine& machine);

}  // namespace mover
