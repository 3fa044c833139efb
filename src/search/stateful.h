// Parts of the stateful search that other searches use.
#pragma once

#include <memory>

#include "property/path_observer.h"
#include "search/depth_first.h"

namespace mover {

// Explores without any reduction, with happens-before of past accesses as part of the state. Finds the races that no
// state shows (property/race.h). `keep_uses`: see OrderingSets::Options.
void search_with_order(const MachineFactory& make_machine, SearchRun& run, bool keep_uses);
// Explores without any reduction, with the observer's record as part of the state. Finds the violations that the
// observer reports.
void search_along_paths(const MachineFactory& make_machine, SearchRun& run, std::unique_ptr<PathObserver> observer);

}  // namespace mover
