// Copies of structs, and accesses of the models of the C library, are one access in the IR. That is enough where races
// are checked: an access of another thread in the middle of a copy is one. Where they are not checked, such
// interleavings have to be explored: copies are split.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

// Replaces plain copies and fills, structs passed by value included, lengths of strings, and accesses of more than 8
// bytes by loads and stores of words: of the known alignment, at most 8 bytes.
void tear_copies(Program& program);

}  // namespace mover::ir
