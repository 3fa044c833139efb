// The constants that a program compares with. Its behaviour may change at these values, so they are among the
// representative values of a nondeterministic integer.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

// The constant operands of ICmp and the cases of Switch in the user's functions (not is_library), sign-extended from
// their width to 64 bits; sorted as unsigned numbers, without duplicates. A constant of more than 64 bits is included
// if its value fits into 64 bits.
std::vector<uint64_t> compared_constants(const ir::Program& program);

}  // namespace mover::analysis
