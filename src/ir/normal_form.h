// Two programs can be equivalent and yet differ in what no part of Mover reads: the order of a constant pool, fields
// that an operation does not use, locations that nothing names. The normal form has none of that, so that "the same
// program" can be decided field by field. The parser returns programs in normal form; parse(print(p)) is
// normal_form(p).
#pragma once

#include "ir/ir.h"

namespace mover::ir {

// Constants, arguments, switch tables and locations in the order of their first use, constants and locations without
// duplicates, none unused; unused fields as a default Instr has them. REQUIRES: verify(program) found nothing, or at
// least no index out of range.
Program normal_form(Program program);

// Equal in every field.
bool identical(const Program&, const Program&);

}  // namespace mover::ir
