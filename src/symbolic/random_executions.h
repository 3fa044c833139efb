// Endings that some random executions of the circuit reach. A bound that is too small and a guard that is not kept show
// in most executions, so that no solver need look for them.
#pragma once

#include <vector>

#include "symbolic/model.h"

namespace mover::symbolic {

// Of endings of the kinds Bound, if a larger model may avoid it, and Guard.
std::vector<const Ending*> endings_in_random_executions(const Model& model);

}  // namespace mover::symbolic
