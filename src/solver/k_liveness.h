// k-liveness [CS12]: if no execution satisfies all justice conditions more than k times, no execution does so
// infinitely often. The former is a safety property, which pdr proves for growing k. It finds no fair executions.
#pragma once

#include "solver/liveness.h"

namespace mover::solver {

// The circuit that counts rounds. A round ends when each justice condition has held at least once since the previous
// round. A state is bad if `most` rounds have ended.
Circuit counting(const Circuit& fair, uint32_t most);

FairAnswer k_liveness(const Circuit& fair, const Limits& limits);

}  // namespace mover::solver
