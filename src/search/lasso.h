// Lassos: infinite executions that consist of a stem and a loop, which is repeated for ever.
#pragma once

#include <optional>

#include "search/linear_time.h"
#include "search/search.h"

namespace mover {

// If the finding is about a formula: its property, for which the machine's next reset() and steps are observed. Nothing
// if the program lacks names of the formula.
std::optional<LinearTime> observed_property(Machine& machine, const Finding& finding);

// Follows the schedule, whose steps from finding.loop on are the loop, twice around the loop. Returns the finding with
// the message of this execution if each round leads back to the state in which the loop begins, and the loop shows the
// finding; otherwise nothing. REQUIRES: finding.loop; the machine has ControlFlow and CanonicalStates.
std::optional<Finding> follow_lasso(Machine& machine, const Schedule& schedule, const Finding& finding);

}  // namespace mover
