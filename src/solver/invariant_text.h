// Writes an invariant as C expressions over the names of words, one expression per line. If a clause contains a gate
// that has no text of its own, a line before it defines the gate.
#pragma once

#include <string>

#include "solver/solver.h"

namespace mover::solver {

// A latch that belongs to no named word appears under its own name.
std::string in_c_expressions(const Circuit& circuit, const Invariant& invariant);

}  // namespace mover::solver
