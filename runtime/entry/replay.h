// Replays a recorded schedule without Mover's process, for a debugger: see MOVER_REPLAY in native/protocol.h.
#pragma once

#include <string>

#include "entry/native_machine.h"
#include "scheduling/announce.h"

namespace mover::runtime {

// Called instead of a search. It does not return, as the process ends with the execution. `teach` is called with the
// text of the refinements that the file contains.
[[noreturn]] void follow_schedule(const char* file, NativeMachine& machine, void (*teach)(const std::string&));

}  // namespace mover::runtime
