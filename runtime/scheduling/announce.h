// Stops a debugger at context switches while a recorded schedule is replayed (entry/replay.h).
#pragma once

#include "scheduling/world.h"

namespace mover::runtime {

inline bool replaying = false;

// Calls mover_switch at each context switch, and when a thread fails. The thread itself, not the search, must call this
// function, so that the debugger shows the thread's stack.
void announce(const Operation& operation);

// At the end of a recorded schedule, World::show lets threads run for a moment at the places at which they are parked.
// Each calls mover_stop, in which a debugger stops with the thread's stack, and parks again.
inline bool showing = false;
void show_to_debugger(const Operation& operation);
// Records for a debugger where the current thread is about to park.
void note_parked(const Operation& operation);

}  // namespace mover::runtime
