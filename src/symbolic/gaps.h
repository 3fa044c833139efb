// What no execution reaches although a proof is about all executions: see machine/coverage.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solver/solver.h"
#include "symbolic/model.h"

namespace mover::symbolic {

// One sentence for each. `build` makes the circuit for what is asked, `check` answers; an answer that is unknown counts
// as reached.
std::vector<std::string> gaps_of(const ValueAnalysis& values, const std::function<Model(const Asked&)>& build,
                                 const std::function<solver::Answer(const circuit::Circuit&)>& check);

}  // namespace mover::symbolic
