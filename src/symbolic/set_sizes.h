// How much a reduction leaves for the scheduler to choose from: the sizes of cstub in random executions of the circuit.
#pragma once

#include "symbolic/model.h"

namespace mover::symbolic {

struct SetSizes {
  uint64_t states = 0;                 // that the executions visit, with an enabled thread in each
  uint64_t enabled = 0, explored = 0;  // threads, summed over these states
};

// The same circuit gives the same executions. Large circuits have fewer.
SetSizes sample_set_sizes(const Model& model);

}  // namespace mover::symbolic
