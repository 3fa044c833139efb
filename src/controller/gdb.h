// A recorded schedule under the debugger: the run-time library follows it by itself, and calls mover_switch wherever
// another thread continues.
#pragma once

#include <string>

#include "controller/process.h"
#include "frontend/process.h"
#include "search/search.h"

namespace mover::controller {

// What the run-time reads in MOVER_REPLAY (native/protocol.h).
std::string schedule_file(const Schedule& schedule, const std::string& learned);

// gdb's commands at the start.
std::string gdb_script(const Start& what, const std::string& schedule_path);

// Runs gdb on the terminal until the user leaves it. Returns an error, or nothing.
std::string run_gdb(const Start& what, const Schedule& schedule, const std::string& learned,
                    const frontend::TempDir& folder);

}  // namespace mover::controller
