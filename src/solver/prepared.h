// The steps around every solver: the circuit is reduced and strengthened by invariants between words before, the answer
// is put in terms of the original circuit and checked again after.
#pragma once

#include "solver/solver.h"

namespace mover::solver {

enum class Strengthening { None, Candidates };

Answer check_prepared(ModelChecker& solver, const Circuit& circuit, const Limits& limits, Strengthening strengthening);

}  // namespace mover::solver
