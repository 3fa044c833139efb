// Parts of the stateful search that others use.
#pragma once

#include "search/findings.h"
#include "search/search.h"

namespace mover {

// Explores without any reduction, with the order of past accesses as part of the state: finds the races that no state
// shows (race.h).
void search_with_order(const MachineFactory& make_machine, const SearchOptions& options, SearchResult& result,
                       Findings& findings, Watch& watch);

}  // namespace mover
