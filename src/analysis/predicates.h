// Exclusive access predicates (mover_exclusive) in the program's text.
#pragma once

#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

// The functions that the program may declare as predicates, ascending. If the declared function is computed, these are
// all functions whose address is taken.
std::vector<ir::FunctionId> predicates(const ir::Program& program);

// For each global, whether it is a thread-local variable that a predicate or its callees may read. Such a variable
// counts as shared: a thread that changes its own copy can disable another thread's exclusive access.
std::vector<bool> thread_locals_of_predicates(const ir::Program& program);

}  // namespace mover::analysis
