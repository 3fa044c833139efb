// The search for executions that violate formulas of LTL: the product of the state graph with a Büchi automaton.
#pragma once

#include "search/depth_first.h"

namespace mover {

// Explores once for each formula, and adds violations to the findings. Does nothing if the search is
// over. REQUIRES: the machine has ControlFlow, CanonicalStates and Inspection; LinearTime::make accepts the formulas.
void find_ltl_violations(const MachineFactory& make_machine, SearchRun& run);

}  // namespace mover
