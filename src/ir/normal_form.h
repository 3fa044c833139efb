// Equivalent programs can differ in details that no part of Mover reads: the order of a constant pool, fields that an
// operation does not use, unused locations. The normal form removes these differences, so that two programs can be
// compared field by field. The parser returns programs in normal form; parse(print(p)) is normal_form(p).
#pragma once

#include "ir/ir.h"

namespace mover::ir {

// Sorts constants, arguments, switch tables and locations by their first use, without duplicates (of constants and
// locations) and without unused ones; unused fields get the default values of Instr. REQUIRES: verify(program) found no
// error, or at least no index out of range.
Program normal_form(Program program);

// Whether all fields are equal.
bool identical(const Program&, const Program&);

}  // namespace mover::ir
