// Functions of latches that agree (or differ) in all reachable states, and those that are constant there, proved by
// induction with a SAT solver [Eij00]. Equal latches that structural hashing does not find (a loop's counter and its
// copy, values that are dead at the same places) double the work of every solver.
#pragma once

#include "circuit/reduce.h"
#include "solver/solver.h"

namespace mover::solver {

// The identity where a limit is reached first.
circuit::Substitution sweep(const Circuit& circuit, const Limits& limits);

}  // namespace mover::solver
