// Exclusive access predicates (mover_exclusive), seen from the program's text.
#pragma once

#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

// Functions that the program may declare as one, ascending. Where it computes which one, all whose address it takes.
std::vector<ir::FunctionId> predicates(const ir::Program& program);

// By global: whether it is a thread-local variable that a predicate or its callees may read. These are as
// good as shared: that a thread changes its own copy can decide what another thread may do.
std::vector<bool> thread_locals_of_predicates(const ir::Program& program);

}  // namespace mover::analysis
