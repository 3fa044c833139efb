// The solvers by name.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "solver/solver.h"

namespace mover::solver {

enum class Strengthening { None, Candidates };  // whether invariants between words are proved before

struct SolverRow {
  std::string_view name;
  std::unique_ptr<ModelChecker> (*make)();
  Strengthening strengthening;
  std::chrono::milliseconds delay;  // in a portfolio: those that are best more often start first, for cores are few
};

std::span<const SolverRow> solver_rows();  // all but the portfolio

}  // namespace mover::solver
