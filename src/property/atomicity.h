// Atomic blocks: a block that the program marks must be one transaction. The search with transactions finds the blocks
// that are not (search/transaction.cc), because whether an action is a mover depends on all executions. Here a replay
// only recognises the state of such a finding.
#pragma once

#include "property/property.h"

namespace mover {

// Whether the finding's thread is parked at the finding's non-mover, and has passed the commit point of a block that it
// is still in.
bool shows_broken_block(Machine& machine, const StepResult& last, const Finding& finding);

}  // namespace mover
