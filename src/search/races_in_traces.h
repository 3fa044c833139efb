// Searches for races that no single state shows (property/race.h) in one execution of each Mazurkiewicz trace, by
// optimal DPOR: equivalent executions have the same races. Programs that notify by atomic variables often have few
// traces, but many states with the order of past accesses, which search_with_order explores without reduction.
#pragma once

#include "search/depth_first.h"

namespace mover {

// Returns whether all traces were explored within a budget of steps, or a violation was found. Adds the violations to
// the run.
bool find_races_in_traces(const MachineFactory& make_machine, SearchRun& run);

}  // namespace mover
