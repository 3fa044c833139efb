// The two accesses of a race, each with its thread, place, call stack and the locks that the thread holds.
#pragma once

#include <vector>

#include "machine/machine.h"
#include "trace/replay.h"

namespace mover {

// The user's functions that `t` is in, innermost first.
std::vector<StackFrame> stack_of(const Machine& machine, ThreadId t);

// The two sides of a race. If both accesses are pending in the machine's current state, the sides are these. Otherwise
// happens-before along the path reveals the race, and the sides are accesses of `record`, whose steps led to this
// state; empty if `record` has none at the places of the finding. REQUIRES: the two threads do race.
std::vector<RaceSide> race_sides(Machine& machine, const Replay& record, const Finding& finding);

}  // namespace mover
