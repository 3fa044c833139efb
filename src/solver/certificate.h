// Checks proofs independently of the solver that found them: no clause that it has learned is used.
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
