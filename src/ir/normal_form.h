// The normal form of programs. Two programs can be the same except for details without a meaning: the order of a
// constant pool, fields that an operation does not use, unused locations. Their normal forms are equal, so that
// programs can be compared field by field. The parser returns programs in normal form; parse(print(p)) is
// normal_form(p).
#pragma once

#include "ir/ir.h"

namespace mover::ir {

// Sorts constants, arguments, switch tables and locations by their first use, removes unused ones and duplicate
// constants and locations, and sets unused fields to the default values of Instr. REQUIRES: no index in the program is
// out of range (see verify).
Program normal_form(Program program);

// Whether all fields are equal.
bool identical(const Program&, const Program&);

}  // namespace mover::ir
