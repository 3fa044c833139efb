// Replays a recorded schedule in gdb: the run-time library reads the schedule from a file, follows it, and calls
// mover_switch at every context switch, where gdb stops.
#pragma once

#include <string>

#include "controller/process.h"
#include "frontend/process.h"
#include "search/search.h"

namespace mover::controller {

// The contents of the schedule's file, which the environment variable MOVER_REPLAY names (native/protocol.h).
// `learned`: the refinements that the machine had learned, in its own encoding.
std::string schedule_file(const Schedule& schedule, const std::string& learned);

// The commands that gdb executes at its start.
std::string gdb_script(const Start& what, const std::string& schedule_path);

// Runs gdb on the terminal until the user quits it. Returns an error, or an empty string.
std::string run_gdb(const Start& what, const Schedule& schedule, const std::string& learned,
                    const frontend::TempDir& folder);

}  // namespace mover::controller
