// Circuits for other tools, in the format that the file's name ends with: .aig and .aag (AIGER), .btor2 or .btor
// (BTOR2), .cnf (DIMACS: satisfiable if a bad literal holds in one of the first steps).
#pragma once

#include <string>

#include "solver/solver.h"

namespace mover::solver {

bool is_dump_name(const std::string& path);
// `steps` are for .cnf. False: the file cannot be written. REQUIRES: is_dump_name(path).
bool dump(const Circuit& circuit, const std::string& path, uint32_t steps);

}  // namespace mover::solver
