// Infinite executions of circuits. The bad literals of a *fair circuit* are justice conditions, as in AIGER 1.9
// [BHW11]: an infinite execution is fair if each of them holds in infinitely many steps. They are stored as bad
// literals so that the reductions of a circuit keep them. A circuit has a fair execution if and only if it has one that
// is a lasso.
#pragma once

#include <optional>
#include <string>

#include "solver/solver.h"

namespace mover::solver {

// An execution whose steps from `loop` on are repeated for ever.
struct Lasso {
  Trace trace;
  size_t loop = 0;
};

// Whether the lasso is a fair execution of the circuit.
bool is_fair(const Circuit& fair, const Lasso& lasso);

struct FairAnswer {
  Answer::Kind kind = Answer::Kind::Unknown;  // Violated: there is a fair execution; Proved: there is none
  Lasso lasso;
  std::string reason;  // Unknown: the reason
  std::string solver;
  std::string proof;  // Proved: in words
};

// Searches for a fair execution, or proves that there is none. The solver is `k-liveness`, `bdd` (the algorithm of
// Emerson and Lei), `portfolio`, or a solver of registry.h, which checks the circuit of liveness_to_safety.h. Every
// answer is checked.
FairAnswer find_fair_execution(const Circuit& fair, const std::string& solver, const Limits& limits);

}  // namespace mover::solver
