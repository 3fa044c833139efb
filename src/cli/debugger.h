// What the debugger shows at the end of a schedule that is replayed under it.
#pragma once

#include "controller/gdb.h"
#include "trace/replay.h"

namespace mover::cli {

// A violation for the debugger: a schedule that ends where the violation is about to happen, and what to show there.
struct Debugged {
  Schedule schedule;
  controller::Tour tour;
};

// `record`: the replay of `schedule` on the compiled program.
Debugged for_debugger(const Replay& record, Schedule schedule);

}  // namespace mover::cli
