// Invariants between words, guessed and proved before other solvers start: a counter of 32 bits that equals another one
// is out of reach for clauses over single bits. Guesses are relations that hold in random executions: a word equals a
// constant, the difference of two is constant, everywhere or where a control word (a program counter, the owner of a
// lock) has some value. Houdini [FL01] then drops guesses that are not inductive until the others are.
#pragma once

#include <vector>

#include "solver/solver.h"

namespace mover::solver {

// Adds gates to the circuit and returns functions of latches whose conjunction is inductive and holds initially. They
// are not known() yet. If a limit is reached first, the result is empty.
std::vector<circuit::Known> prove_candidates(Circuit& circuit, const Limits& limits);

}  // namespace mover::solver
