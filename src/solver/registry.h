// The table of all solvers.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "solver/solver.h"

namespace mover::solver {

// Whether invariants between words (candidates.h) are proved and added to the circuit before the solver starts.
enum class Strengthening { None, Candidates };

struct SolverRow {
  std::string_view name;
  std::unique_ptr<ModelChecker> (*make)();
  Strengthening strengthening;
  // Outside of a portfolio, the solver counts the reachable states, even if the reduction of the circuit is a proof.
  bool counts_states;
  // The delay of its start in a portfolio. Cores are few, so the solvers that are fastest most often start first.
  std::chrono::milliseconds delay;
  // Its nice value in a portfolio. Solvers that solve many programs get a larger share of the cores.
  int niceness;
};

std::span<const SolverRow> solver_rows();  // all solvers except the portfolio

}  // namespace mover::solver
