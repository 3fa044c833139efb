// Copies of structs, and accesses of the C library models, are one access in the IR. That suffices if races are
// checked, because an access of another thread in the middle of a copy is a race. If races are not checked, such
// interleavings have to be explored, so copies are split.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

// Replaces plain copies and fills (including structs passed by value), lengths of strings, and accesses of more than 8
// bytes by loads and stores of words: of the known alignment, at most 8 bytes.
void tear_copies(Program& program);

}  // namespace mover::ir
