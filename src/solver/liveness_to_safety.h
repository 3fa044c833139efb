// Liveness as safety [BAS02]. The circuit guesses a state and stores it in a second copy of the latches. A bad state is
// one that is equal to the stored state, after steps in which each justice condition has held: the steps since then are
// the loop of a fair lasso.
#pragma once

#include "solver/liveness.h"

namespace mover::solver {

Circuit liveness_to_safety(const Circuit& fair);

// The lasso of an execution of liveness_to_safety(fair) that ends in a bad step.
Lasso lasso_of(const Circuit& fair, const Trace& trace);

}  // namespace mover::solver
