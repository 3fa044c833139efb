// Runs a recorded schedule in the debugger: the run-time library follows the schedule by itself, and calls mover_switch
// at every context switch.
#pragma once

#include <string>

#include "controller/process.h"
#include "frontend/process.h"
#include "search/search.h"

namespace mover::controller {

// The contents of the file that MOVER_REPLAY names (native/protocol.h).
std::string schedule_file(const Schedule& schedule, const std::string& learned);

// The commands that gdb executes at the start.
std::string gdb_script(const Start& what, const std::string& schedule_path);

// Runs gdb on the terminal until the user quits it. Returns an error, or an empty string.
std::string run_gdb(const Start& what, const Schedule& schedule, const std::string& learned,
                    const frontend::TempDir& folder);

}  // namespace mover::controller
