// Guesses invariants between words, and proves them before other solvers start. Solvers that learn clauses over single
// bits cannot find, for example, that two counters of 32 bits are equal. The candidates are relations that hold in
// random executions: a word equals a constant, or the difference of two words is a constant. A relation may hold in all
// states, or in the states in which a control word (a program counter, the owner of a lock) has a certain value.
// Houdini [FL01] then drops candidates until the remaining ones are inductive.
#pragma once

#include <vector>

#include "solver/solver.h"

namespace mover::solver {

// Adds gates to the circuit and returns literals over latches whose conjunction is an inductive invariant. They are not
// added to circuit.known(). If a limit is reached, the result is empty.
std::vector<circuit::Known> prove_candidates(Circuit& circuit, const Limits& limits);

}  // namespace mover::solver
