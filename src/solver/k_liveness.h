// k-liveness [CS12]: if no execution satisfies all justice conditions more than k times, no execution does so
// infinitely often. The former is a safety property, which pdr proves for growing k. It finds no fair executions.
#pragma once

#include "solver/liveness.h"

namespace mover::solver {

// The circuit that counts. A bad state is reached when all justice conditions have been satisfied `most` times; what
// has been satisfied before one of these times does not count for the next one.
Circuit counting(const Circuit& fair, uint32_t most);

FairAnswer k_liveness(const Circuit& fair, const Limits& limits);

}  // namespace mover::solver
