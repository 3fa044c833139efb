// A variable order for decision diagrams, in which latches and inputs that gates connect are close together: FORCE
// [AMS03] on the gates of the circuit, starting from a depth-first order.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/aig.h"

namespace mover::solver {

// The nodes of all latches and inputs, in this order.
std::vector<uint32_t> variable_order(const circuit::Circuit& circuit);

}  // namespace mover::solver
