// Tells a debugger about context switches while a recorded schedule is replayed (entry/replay.h).
#pragma once

#include "scheduling/world.h"

namespace mover::runtime {

inline bool replaying = false;

// Calls mover_switch at each context switch, and when a thread fails. The thread itself calls this function, not the
// search.
void announce(const Operation& operation);

}  // namespace mover::runtime
