// SAT sweeping [Eij00]: finds latches, and gates over latches, that are equal to each other, complementary or constant
// in all reachable states, and proves this by induction. Structural hashing does not find, for example, a loop counter
// and its copy, or two values that are always dead at the same time. Such duplicates double the work of every solver.
#pragma once

#include "circuit/reduce.h"
#include "solver/solver.h"

namespace mover::solver {

// The replacements of nodes. If a limit is reached, the result is the identity.
circuit::Substitution sweep(const Circuit& circuit, const Limits& limits);

}  // namespace mover::solver
