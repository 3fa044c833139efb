// Deadlocks: no thread can move although one has not ended, and no assume has discarded the execution.
#pragma once

#include "machine/machine.h"

namespace mover {

bool is_deadlock(const Machine& machine);

// Who waits for what, in one sentence. REQUIRES: is_deadlock(machine).
Finding deadlock_finding(const Machine& machine);

}  // namespace mover
