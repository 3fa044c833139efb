// The loops of a function, nested in each other.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

struct Loop {
  std::vector<bool> contains;  // by instruction
  // Whether control can leave the loop. An edge after which the program can only abort (a failed assertion, exit()) is
  // no exit; the end of the thread (pthread_exit) is one.
  bool has_exit = false;
};

// The innermost loop that contains all of these instructions. REQUIRES: some cycle of the control-flow graph does.
Loop innermost_loop(const ir::Program& program, const ir::Function& function, const std::vector<uint32_t>& code);

// All loops of the function that have an exit.
std::vector<Loop> loops_with_exit(const ir::Program& program, const ir::Function& function);

}  // namespace mover::analysis
