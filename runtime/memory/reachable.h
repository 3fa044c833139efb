// The places that some interleaving must reach: mover_reachable("name").
#pragma once

#include <vector>

#include "machine/machine.h"

namespace mover::runtime {

// The places in all modules that no execution has reached so far.
std::vector<Observations::Unreached> unreached_places();

}  // namespace mover::runtime
