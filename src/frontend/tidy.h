// Simplifies the control flow of a translated function: retargets each branch to the end of its chain of unconditional
// branches, and removes unreachable instructions and branches to the next instruction.
#pragma once

#include "ir/ir.h"

namespace mover::frontend {

void tidy(ir::Function& function);

}  // namespace mover::frontend
