// A recorded schedule, followed without Mover's process, for a debugger: see MOVER_REPLAY in native/protocol.h.
#pragma once

#include <string>

#include "native_machine.h"
#include "world.h"

namespace mover::runtime {

inline bool replaying = false;

// On the program's side: calls mover_switch at each context switch, and where a thread fails.
void announce(const Operation& operation);

// On the search's side. Never returns: the process ends with the execution.
[[noreturn]] void follow_schedule(const char* file, NativeMachine& machine, void (*teach)(const std::string&));

}  // namespace mover::runtime
