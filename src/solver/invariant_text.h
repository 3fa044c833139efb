// An invariant in C expressions over the names of words: one that holds in each line. Gates that are neither latches
// nor relations between words have lines before, which define them.
#pragma once

#include <string>

#include "solver/solver.h"

namespace mover::solver {

// Latches outside of named words stand there by their own names.
std::string in_c_expressions(const Circuit& circuit, const Invariant& invariant);

}  // namespace mover::solver
