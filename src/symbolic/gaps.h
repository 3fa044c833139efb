// Finds the parts of the program that no execution reaches. A proof says nothing about them (machine/coverage.h).
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "solver/solver.h"
#include "symbolic/model.h"

namespace mover::symbolic {

// Returns a sentence for each part of the program that no execution reaches. `build` builds the circuit for the given
// properties, and `check` lets a solver check it. If the answer is unknown, all parts count as reached.
std::vector<std::string> gaps_of(const ValueAnalysis& values,
                                 const std::function<Model(const CheckedProperties&)>& build,
                                 const std::function<solver::Answer(const circuit::Circuit&)>& check);

// The locations of calls of mover_reachable that some execution reaches; nullopt: a solver gave no answer.
std::optional<std::set<ir::LocId>> reached_places(const std::function<Model(const CheckedProperties&)>& build,
                                                  const std::function<solver::Answer(const circuit::Circuit&)>& check);

}  // namespace mover::symbolic
