// Lassos: infinite executions that consist of a stem and a loop, which is repeated for ever.
#pragma once

#include <optional>

#include "search/linear_time.h"
#include "search/search.h"

namespace mover {

// The property of a finding about a formula; from its next reset() on, the machine observes the atoms. Null for other
// findings, or if a name in the formula does not exist in the program.
std::optional<LinearTime> observed_property(Machine& machine, const Finding& finding);

// Executes the stem of the schedule and then, twice, its loop: the steps from finding.loop on. Returns the finding with
// the message of this execution if each round leads back to the state in which the loop begins, and the loop shows the
// finding; otherwise null. REQUIRES: finding.loop; the machine has ControlFlow and CanonicalStates.
std::optional<Finding> follow_lasso(Machine& machine, const Schedule& schedule, const Finding& finding);

}  // namespace mover
