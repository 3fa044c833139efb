// Loops that cannot return to the same state, because a counter grows in each iteration and cannot wrap around. Sticky
// locations (stubborn.h) are needed only in cycles of states. Such a cycle contains a cycle of some thread's code after
// which all registers of the thread have their old values. So a node that increments a register cannot be on it, unless
// another node of the cycle writes the register or the register wraps around. An increment by one cannot wrap around if
// a branch has found that the register is less than some other value, whatever this value is. After these nodes are
// removed, the remaining cycles are examined in the same way, as for a lexicographic ranking function.
#pragma once

#include <vector>

#include "symbolic/flow.h"
#include "symbolic/reduction_rules.h"

namespace mover::symbolic {

// By node of thread t: whether a cycle of states may contain an execution of it.
std::vector<bool> may_repeat(const ValueAnalysis& values, ThreadIndex t, const ReductionRules& rules);

// Whether threads may be deadlocked while others run for ever (docs/liveness.md). The circuit does not detect such
// deadlocks. They are possible if a thread may stay for ever in a loop that has an exit, or may be blocked while
// another thread is in an endless loop. An edge to code that only fails does not count as an exit. A thread that waits
// for a mutex or spin lock is not blocked for ever if every endless loop of a thread that acquires the lock releases
// it.
bool may_hang_beside_others(const ValueAnalysis& values);

}  // namespace mover::symbolic
