// A recorded schedule, followed without Mover's process, for a debugger: see MOVER_REPLAY in native/protocol.h.
#pragma once

#include <string>

#include "entry/native_machine.h"
#include "scheduling/announce.h"

namespace mover::runtime {

// On the search's side. Never returns: the process ends with the execution.
[[noreturn]] void follow_schedule(const char* file, NativeMachine& machine, void (*teach)(const std::string&));

}  // namespace mover::runtime
