// Shorter code for the same function: branches go straight to where they end up, and instructions that cannot be
// reached or that jump to the next one disappear. Nothing that can be observed changes.
#pragma once

#include "ir/ir.h"

namespace mover::frontend {

void tidy(ir::Function& function);

}  // namespace mover::frontend
