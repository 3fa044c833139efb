// Failures that are explored on request, although they are rare: allocations are refused, condition variables wake
// up spuriously, weak compare-exchanges fail spuriously. Each is an alternative of the action that it happens to. If
// a failure is not asked for, an execution that comes to such an action relies on its absence, and that is noted.
#pragma once

#include "ir/ir.h"

namespace mover::runtime {

struct Permitted {
  bool refused_allocations = false, spurious_wakeups = false, spurious_failures = false;
};
extern Permitted permitted;

void read_permitted();  // as the process was started: native/protocol.h

// Whether the memory that the program asks for at `pc` is refused: a step of its own with two alternatives.
bool is_refused(const void* pc);
// Whether malloc was called there by an operator new, in the program's name.
bool is_operator_new(const void* pc);

void begins_wait(ir::LocId loc, bool on_word);  // on a condition variable, or on a word of memory
void exchanges_weakly(ir::LocId loc);           // and succeeds

}  // namespace mover::runtime
