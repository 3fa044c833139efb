// The constants that a program compares with: where its behaviour may change, hence the values worth trying for a
// nondeterministic integer.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

// Operands of ICmp and cases of Switch in the user's functions (not is_library), sign-extended from their width to 64
// bits; ascending as unsigned numbers, each once. Comparisons of more than 64 bits count where the constant fits.
std::vector<uint64_t> compared_constants(const ir::Program& program);

}  // namespace mover::analysis
