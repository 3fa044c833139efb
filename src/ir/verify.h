// The verifier checks that a program is well formed. The interpreter relies on the checked rules without further
// checks.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::ir {

// Returns one sentence per problem, which names the function and the instruction (by index and operation) or the
// global. Empty if the program is well formed. The program may be arbitrarily invalid: the verifier never reads out of
// range.
std::vector<std::string> verify(const Program& program);

}  // namespace mover::ir
