// Internal to the verifier: functions that its two files share.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::ir {

// Appends one sentence per problem of the function.
void verify_function(const Program& program, const Function& function, std::vector<std::string>& problems);

// The problem of a constant that names a global or function, as the end of a sentence ("names global 7, which does not
// exist"); empty if there is none, or if the constant is a number.
std::string bad_address(const Program& program, const Constant& constant);

}  // namespace mover::ir
