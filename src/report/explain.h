// Explanations below the lanes: the blocked threads of a deadlock, the program's output. race.h explains races.
#pragma once

#include <string>

#include "report/outcome.h"
#include "report/style.h"

namespace mover {

std::string explain_deadlock(const Replay& replay, const Style& style);
// "waits for mutex a, held by T1 (f), at a.c:12". REQUIRES: the thread is blocked when the schedule ends.
std::string blocked_in_words(const Replay& replay, ThreadId t);
// What each thread does in the loop of a lasso. REQUIRES: violation.finding.loop.
std::string explain_loop(const ReportedViolation& violation, const Style& style);
std::string quote_output(const std::string& output, const Style& style);

// "T1 (worker)"
std::string name_of(const Replay& replay, ThreadId t);

// "holds mutex a (taken at a.c:11) and mutex b (taken at a.c:12)"; "holds no lock".
std::string holding(const std::vector<HeldLock>& held);

// "atomically reads x (4 bytes)"
std::string access_in_words(const SeenAccess& seen);

// "12 steps, 3 context switches, 1 preemption"
std::string length_in_words(const Replay& replay);

// Describes every step and the position of every thread after it, for replay -v.
std::string describe_steps(const Replay& replay, const Style& style);

}  // namespace mover
