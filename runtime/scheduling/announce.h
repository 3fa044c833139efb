// Stops a debugger at context switches while a recorded schedule is replayed (entry/replay.h).
#pragma once

#include "scheduling/world.h"

namespace mover::runtime {

inline bool replaying = false;

// Calls mover_switch at each context switch, and when a thread fails. The thread itself, not the search, must call this
// function, so that the debugger shows the thread's stack.
void announce(const Operation& operation);

}  // namespace mover::runtime
