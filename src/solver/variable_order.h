// An order of latches and inputs in which those that gates connect lie close together: FORCE [AMS03] on the gates of
// the circuit, from the order of a depth-first walk.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/aig.h"

namespace mover::solver {

// Nodes of all latches and inputs.
std::vector<uint32_t> variable_order(const circuit::Circuit& circuit);

}  // namespace mover::solver
