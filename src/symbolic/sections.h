// Atomic sections in the inlined code of a thread. A thread may block in its section. Then other threads are enabled,
// and may enter sections of their own, until the blocked thread is enabled again. So an operation that blocks in a
// section enables and disables all other threads, and the reductions have to treat such operations specially.
#pragma once

#include <vector>

#include "symbolic/flow.h"

namespace mover::symbolic {

// Whether the instruction is the return of a function that is an atomic section.
bool leaves_section(const ValueAnalysis& values, ThreadIndex t, NodeId node);

// By node: whether the thread may be in an atomic section before it executes the instruction.
std::vector<bool> may_be_in_section(const ValueAnalysis& values, ThreadIndex t);

}  // namespace mover::symbolic
