// Deadlocks: threads that can never take another step, whatever the others do. A set of threads is deadlocked if each of
// them is blocked and every way of unblocking it needs one of the set:
// - a mutex, spin lock or readers-writer lock is held by one of the set, or by a thread that has ended;
// - a writer that waits for a readers-writer lock, which prefers writers, is one of the set, and it is a reader that is blocked;
// - a thread to be joined is one of the set;
// - a semaphore, condition, barrier and the like can be provided by any thread: all threads are in the set, or have ended.
// A wait with a time limit is never part of one. A thread that an assume has discarded might have done anything.
#pragma once

#include <vector>

#include "machine/machine.h"

namespace mover {

// The largest such set in the present state, in ascending order.
std::vector<ThreadId> deadlocked_threads(const Machine& machine);
bool is_deadlock(const Machine& machine);

// Those that hold what the action, which is blocked, waits for: the lock, the thread itself, a place before it in the queue.
std::vector<ThreadId> awaited_threads(const Machine& machine, const Action& action);

// Who waits for what, in one sentence. REQUIRES: is_deadlock(machine).
Finding deadlock_finding(const Machine& machine);

}  // namespace mover
