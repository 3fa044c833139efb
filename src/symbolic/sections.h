// Atomic sections in the inlined code of a thread. A thread may block in its section, and then other threads continue,
// even with sections of their own, until the thread is enabled again. So within sections the operations that may block
// need care: it matters to all other threads whether they block.
#pragma once

#include <vector>

#include "symbolic/flow.h"

namespace mover::symbolic {

// Whether the instruction is the return of a function that is an atomic section.
bool leaves_section(const ValueAnalysis& values, ThreadIndex t, NodeId node);

// By node: whether the thread may be in an atomic section before it executes the instruction.
std::vector<bool> may_be_in_section(const ValueAnalysis& values, ThreadIndex t);

}  // namespace mover::symbolic
