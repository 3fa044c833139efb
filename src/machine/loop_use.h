// The loops of a compiled program that a thread uses, and the loop that it stays in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "machine/action.h"

namespace mover {

// A loop of which a thread has begun an iteration, or which it has left, in some part of an execution.
struct LoopUse {
  uint64_t loop = 0;  // identifies it
  bool has_exit = false;
  bool iterated = false, left = false;
};

// Adds the use to those of the same loop, or as a new element.
void add_loop_use(std::vector<LoopUse>& to, const LoopUse& use);

// The kind of the loop that a thread stays in if it repeats this part of the execution for ever.
Spins spins_in(std::span<const LoopUse> loops);

}  // namespace mover
