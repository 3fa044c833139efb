// Replays a recorded schedule in gdb: the run-time library reads the schedule from a file, follows it, and calls
// mover_switch at every context switch, and mover_stop for each thread that is to be shown at the end. gdb stops there.
#pragma once

#include <string>
#include <vector>

#include "controller/process.h"
#include "frontend/process.h"
#include "search/search.h"

namespace mover::controller {

// What gdb shows at the end of the schedule.
struct Tour {
  std::vector<std::string> names;  // of all threads
  std::string beginning;           // lines about what happened before
  struct Stop {
    ThreadId thread = 0;
    std::string why;  // a line: what the thread does there
  };
  std::vector<Stop> stops;  // gdb stays at the last one
};

// The contents of the schedule's file, which the environment variable MOVER_REPLAY names (native/protocol.h).
// `learned`: the refinements that the machine had learned, in its own encoding.
std::string schedule_file(const Schedule& schedule, const std::string& learned, const Tour& tour);

// The commands that gdb executes at its start: those that prepare the program, and those that run it.
std::string gdb_script(const Start& what, const std::string& schedule_path);
std::string gdb_tour(const Tour& tour);

// Runs gdb on the terminal until the user quits it. Returns an error, or an empty string.
std::string run_gdb(const Start& what, const Schedule& schedule, const std::string& learned, const Tour& tour,
                    const frontend::TempDir& folder);

}  // namespace mover::controller
