// An invariant as C expressions over the names of words, one expression in each line. A gate that is no relation
// between words is defined in a line before.
#pragma once

#include <string>

#include "solver/solver.h"

namespace mover::solver {

// A latch that belongs to no named word is called by its own name.
std::string in_c_expressions(const Circuit& circuit, const Invariant& invariant);

}  // namespace mover::solver
