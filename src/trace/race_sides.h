// The two accesses of a race, each with who makes it, where, from where it was called, and what locks that thread
// holds.
#pragma once

#include <vector>

#include "machine/machine.h"
#include "trace/replay.h"

namespace mover {

// The user's functions that `t` is in, innermost first.
std::vector<StackFrame> stack_of(const Machine& machine, ThreadId t);

// The two sides of a race: about to happen in the machine's present state, or (found by order along the path) already
// seen in `record`, which led here. Empty: neither. REQUIRES: it is known that it is a race.
std::vector<RaceSide> race_sides(Machine& machine, const Replay& record, const Finding& finding);

}  // namespace mover
