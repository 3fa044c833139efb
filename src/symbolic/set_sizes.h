// Measures a reduction: the sizes of the stubborn sets (stubborn.h) in random executions of the circuit.
#pragma once

#include "symbolic/model.h"

namespace mover::symbolic {

struct SetSizes {
  uint64_t states = 0;                 // visited states in which a thread is enabled
  uint64_t enabled = 0, explored = 0;  // threads, summed over these states
};

// The executions are pseudo-random: they are the same for equal circuits. Fewer steps are executed in large circuits.
SetSizes sample_set_sizes(const Model& model);

}  // namespace mover::symbolic
