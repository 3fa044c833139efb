// Splits copies into words. In the IR, the copy of a struct is one access, and so is a copy by a model of the C
// library. That suffices if races are checked, because an access of another thread in the middle of a copy is a race.
// If races are not checked, such interleavings have to be explored.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

// Replaces copies and fills that are not atomic (including structs passed by value), computations of string lengths,
// and accesses of more than 8 bytes by loads and stores of words. The size of a word is the known alignment, at most 8
// bytes.
void tear_copies(Program& program);

}  // namespace mover::ir
