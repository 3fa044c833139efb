// Conditions that hold at an instruction because branches lead there: a comparison whose result was tested, and whose
// operands have not been written since.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

struct Condition {
  uint32_t comparison = 0;  // the index of the ICmp
  bool holds = false;
};

// By instruction: the conditions that hold before it and whose comparisons read a register that the instruction reads,
// too.
std::vector<std::vector<Condition>> conditions(const ir::Function& function);

}  // namespace mover::analysis
