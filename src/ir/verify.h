// The verifier checks everything that ir.h promises and that the interpreter relies on without further checks.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::ir {

// One sentence per problem, naming the function, the instruction (its index and operation) or the global. Empty if the
// program is well formed. Never reads out of range, however invalid the program is.
std::vector<std::string> verify(const Program& program);

}  // namespace mover::ir
