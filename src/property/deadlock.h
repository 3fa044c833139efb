// Deadlocks: threads that are disabled for ever, whatever other threads do. A set of threads is deadlocked if each of
// them is blocked and only threads of the set could unblock it:
// - a mutex, spin lock or readers-writer lock is held by one of the set, or by a thread that has ended;
// - a writer that waits for a readers-writer lock, which prefers writers, is one of the set, and it is a reader that is
// blocked;
// - a thread to be joined is one of the set;
// - a semaphore, condition, barrier and the like can be provided by any thread: all threads are in the set, or have
// ended. A timed wait is never part of one, nor is a thread that an assume has discarded: it might have unblocked
// others.
#pragma once

#include <vector>

#include "property/property.h"

namespace mover {

// The largest such set in the present state, in ascending order.
std::vector<ThreadId> deadlocked_threads(const Machine& machine);
bool is_deadlock(const Machine& machine);
// A deadlock of some threads exists while others run, so this is checked in every state.
void observe_deadlock(const Machine& machine, Observed& observed);

// The threads on which the blocked action waits: owners of the lock, the thread to be joined, writers before it.
std::vector<ThreadId> awaited_threads(const Machine& machine, const Action& action);

// Which thread waits for which object, in one sentence. REQUIRES: is_deadlock(machine).
Finding deadlock_finding(const Machine& machine);

}  // namespace mover
