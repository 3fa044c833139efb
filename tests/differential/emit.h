// Writes a program as C and as IR. In both forms, each statement has the same line of the same file, so that findings
// can be compared.
#pragma once

#include <string>

#include "differential/program.h"
#include "ir/ir.h"

namespace mover::differential {

std::string emit_c(const Program&);
ir::Program emit_ir(const Program&);

}  // namespace mover::differential
