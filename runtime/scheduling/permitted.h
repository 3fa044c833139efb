// Nondeterminism that is explored on request: refused allocations, spurious wake-ups, spurious failures of weak
// compare-exchanges, results of rand(), and lost datagrams. Each is an alternative of an action. If the user does not
// ask for one of the first three, an execution that reaches such an action relies on its success, and the report says
// so.
#pragma once

#include "ir/ir.h"

namespace mover::runtime {

struct Permitted {
  bool refused_allocations = false, spurious_wakeups = false, spurious_failures = false;
  bool nondet_rand = false;  // rand() and its like return any value
  bool lossy = false;        // datagrams may be lost, and may overtake each other
};
extern Permitted permitted;

void read_permitted();  // from the environment variable MOVER_PERMIT: native/protocol.h

// Whether the allocation at `pc` fails. If failures are explored, this is an action with two alternatives.
bool is_refused(const void* pc);
// Whether the caller of malloc at `pc` is an operator new, so that the program itself allocates.
bool is_operator_new(const void* pc);

// A thread begins to wait on a condition variable, or on a word of memory.
void begins_wait(ir::LocId loc, bool on_word);
// A weak compare-exchange succeeds.
void exchanges_weakly(ir::LocId loc);

}  // namespace mover::runtime
