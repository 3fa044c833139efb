// The search for livelocks (property/livelock.h): cycles of the state graph that are fair.
#pragma once

#include "search/depth_first.h"

namespace mover {

// Explores the program again, and adds livelocks to the findings. Does nothing if the search is over or livelocks are
// not requested. REQUIRES: the machine has ControlFlow and CanonicalStates.
void find_livelocks(const MachineFactory& make_machine, SearchRun& run);

}  // namespace mover
