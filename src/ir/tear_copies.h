// Copies of structs, and what the models of the C library read and write, are one access in the IR, which is enough where races are looked for: a copy that another thread can
// see half done is one. Where they are not looked for, what is seen half done has to be explored.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

// Replaces plain copies and fills, structs passed by value included, lengths of strings, and accesses of more than 8 bytes
// by loads and stores of words: of the known alignment, at most 8 bytes.
void tear_copies(Program& program);

}  // namespace mover::ir
