// The places that must be reached by some interleaving: mover_reachable("name").
#pragma once

#include <vector>

#include "machine/machine.h"

namespace mover::runtime {

// Those of all modules that no execution has come to so far.
std::vector<Observations::Unreached> unreached_places();

}  // namespace mover::runtime
