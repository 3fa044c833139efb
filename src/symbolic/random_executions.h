// Finds endings that random executions of the circuit reach. If a bound is too small, or the program does not follow an
// assumed guard, this usually shows in most executions, and simulation finds it faster than a solver.
#pragma once

#include <vector>

#include "symbolic/model.h"

namespace mover::symbolic {

// The reached endings of the kind Guard, and those of the kind Bound that a model with larger bounds may avoid.
std::vector<const Ending*> endings_in_random_executions(const Model& model);

}  // namespace mover::symbolic
