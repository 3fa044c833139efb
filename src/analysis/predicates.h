// The exclusive access predicates (mover_exclusive) of a program, found without executing it.
#pragma once

#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

// The functions that the program may declare as predicates, ascending. If the declared function is computed, these are
// all functions whose address is taken.
std::vector<ir::FunctionId> predicates(const ir::Program& program);

// For each global, whether it is a thread-local variable that a predicate or its callees may read. Accesses to such a
// variable are visible actions, because a thread that writes its own copy can change a predicate.
std::vector<bool> thread_locals_of_predicates(const ir::Program& program);

}  // namespace mover::analysis
