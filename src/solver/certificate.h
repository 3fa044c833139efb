// Checks proofs independently of the solvers that found them: new SAT solvers are used, without learned clauses.
#pragma once

#include <string>

#include "solver/solver.h"

namespace mover::solver {

// Whether the proof holds. If not, `why` is the part that does not hold, or says that a limit was reached. REQUIRES:
// answer.kind is Proved.
bool check_proof(const Circuit& circuit, const Answer& answer, const Limits& limits, std::string& why);

// Whether the invariant holds initially and is closed under steps.
bool check_inductive(const Circuit& circuit, const Invariant& invariant, const Limits& limits, std::string& why);

// Whether `extension` is `circuit` with additional gates.
bool extends(const Circuit& extension, const Circuit& circuit);

}  // namespace mover::solver
