// Copies of structs are one access in the IR, which is enough where races are looked for: a copy that another thread can
// see half done is one. Where they are not looked for, what is seen half done has to be explored.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

// Replaces plain copies and fills in the program's own functions, structs passed by value included, by loads and stores
// of words.
void tear_copies(Program& program);

}  // namespace mover::ir
