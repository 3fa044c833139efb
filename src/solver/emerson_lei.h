// Fair executions with binary decision diagrams: the algorithm of Emerson and Lei [EL86]. The states that remain are
// those from which, for each justice condition, states that remain lead to a step in which the condition holds. All
// others are removed, until nothing changes.
//
// The removed sets are the proof that there is no fair execution. Let D(0), D(1), … be the sets in the order of their
// removal, the first for condition j(0) and so on. A step from D(k) leads to D(k) or to a set that was removed earlier;
// and if j(k) holds in the step, to one that was removed earlier. So each execution stays in one D(k) from some state
// on, and then j(k) never holds. These statements are checked by a SAT solver.
#pragma once

#include <memory>

#include "solver/liveness.h"

namespace mover::solver {

// Sets of states that contain all reachable states, in the order of their removal.
struct RemovedStates {
  struct Set {
    Literal states = circuit::kFalse;
    uint32_t condition = 0;  // the index of the justice condition; the number of conditions: every step
  };
  std::vector<Set> sets;
  std::shared_ptr<const Circuit> circuit;  // the fair circuit with the gates of the sets
};

// Whether the sets prove that the circuit has no fair execution. If not, `why` says why.
bool excludes_fair_executions(const Circuit& fair, const RemovedStates& removed, const Limits& limits,
                              std::string& why);

FairAnswer emerson_lei(const Circuit& fair, const Limits& limits);

}  // namespace mover::solver
