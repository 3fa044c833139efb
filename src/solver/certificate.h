// Proofs are checked again, by questions of their own: none of the clauses that a solver has learned is taken over.
#pragma once

#include <string>

#include "solver/solver.h"

namespace mover::solver {

// Whether the proof holds. REQUIRES: answer.kind is Proved. `why` says which part does not hold, or that the limits
// came first.
bool check_proof(const Circuit& circuit, const Answer& answer, const Limits& limits, std::string& why);

// Whether `extension` is the circuit with more gates.
bool extends(const Circuit& extension, const Circuit& circuit);

}  // namespace mover::solver
