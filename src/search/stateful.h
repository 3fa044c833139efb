// Parts of the stateful search that other searches use.
#pragma once

#include <set>

#include "search/depth_first.h"

namespace mover {

// Explores without any reduction, with the order of past accesses as part of the state: finds the races that no state
// shows (race.h). `keep_uses`: see OrderingSets::Options.
void search_with_order(const MachineFactory& make_machine, SearchRun& run, bool keep_uses);
// Explores without any reduction, with the locks that all past accesses held as part of the state: finds violations of
// the locking discipline (common_locks.h). `only`: the objects to check, by name; null for all.
void search_with_locks(const MachineFactory& make_machine, SearchRun& run, const std::set<uint32_t>* only);

}  // namespace mover
