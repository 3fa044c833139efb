// Messages to a debugger while a recorded schedule is followed (entry/replay.h).
#pragma once

#include "scheduling/world.h"

namespace mover::runtime {

inline bool replaying = false;

// On the program's side: calls mover_switch at each context switch, and where a thread fails.
void announce(const Operation& operation);

}  // namespace mover::runtime
