// Finds what no execution reaches, so that a proof says nothing about it: see machine/coverage.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solver/solver.h"
#include "symbolic/model.h"

namespace mover::symbolic {

// Returns one sentence for each thing that no execution reaches. `build` makes the circuit for what is asked, and
// `check` solves it. What has an unknown answer counts as reached.
std::vector<std::string> gaps_of(const ValueAnalysis& values, const std::function<Model(const Asked&)>& build,
                                 const std::function<solver::Answer(const circuit::Circuit&)>& check);

}  // namespace mover::symbolic
