// Atomic blocks: a block that the program marks is to be one transaction. A search with movers finds those that are not
// (search/transaction.cc), because the classification of actions as non-movers is a fact about all executions.
#pragma once

#include "property/property.h"

namespace mover {

// The thread is parked at a non-mover, and has passed the commit point of a block that it is still in.
bool shows_broken_block(Machine& machine, const StepResult& last, const Finding& finding);

}  // namespace mover
