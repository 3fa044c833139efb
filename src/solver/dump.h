// Writes circuits for other tools. The end of the file's name determines the format: .aig and .aag (AIGER), .btor2 and
// .btor (BTOR2), or .cnf (DIMACS clauses, which are satisfiable if and only if one of the first steps can be bad).
#pragma once

#include <string>

#include "solver/solver.h"

namespace mover::solver {

bool is_dump_name(const std::string& path);
// `steps` is the number of unrolled steps of a .cnf file. Returns whether the file was written. REQUIRES:
// is_dump_name(path).
bool dump(const Circuit& circuit, const std::string& path, uint32_t steps);

}  // namespace mover::solver
