// Deadlocks: threads that are disabled for ever, whatever other threads do. A set of threads is deadlocked if each of
// them is blocked and only threads of the set could unblock it:
// - a mutex, spin lock or readers-writer lock is held by a thread of the set, or by a thread that has ended;
// - a reader waits for a readers-writer lock that prefers writers, and a waiting writer is in the set;
// - a thread to be joined is in the set;
// - a semaphore, a condition, a barrier and similar objects, at which any thread could unblock the waiting one: all
//   threads are in the set or have ended.
// - a thread that spins in a loop that has an exit, on a machine that disables such threads (Action::spins): all
//   threads are in the set or have ended.
// A thread that spins in a loop without exit is a server (docs/liveness.md). A thread in a timed wait is never part of
// a deadlock. Neither is a thread that a false assumption has discarded, because it might have unblocked others.
#pragma once

#include <string>
#include <vector>

#include "property/property.h"

namespace mover {

// The largest such set in the current state, in ascending order.
std::vector<ThreadId> deadlocked_threads(const Machine& machine);
bool is_deadlock(const Machine& machine);
// The names of the bytes that a spinning thread reads. REQUIRES: pending(t).spins != Spins::No.
std::vector<std::string> reads_of_spinning(const Machine& machine, ThreadId t);
// A deadlock of some threads exists while others run, so this is checked in every state.
void observe_deadlock(const Machine& machine, Observed& observed);
// Also shows busy-wait deadlocks.
bool shows_deadlock(Machine& machine, const StepResult& last, const Finding& finding);

// The threads that the blocked action waits for: owners of the lock, the thread to be joined, preferred writers.
std::vector<ThreadId> awaited_threads(const Machine& machine, const Action& action);

// Whether the blocked action waits until a thread notifies a word of memory (a futex: std::atomic::wait, std::latch,
// std::counting_semaphore), not a condition variable.
bool waits_on_word(const Action& action);

// The finding says in one sentence which thread waits for which object. REQUIRES: is_deadlock(machine).
Finding deadlock_finding(const Machine& machine);
// The same, also of a busy-wait deadlock (busy_wait.h). REQUIRES: shows_deadlock().
Finding describe_deadlock(Machine& machine);
// "T1 (worker) waits for mutex m". REQUIRES: t is blocked.
std::string blocked_in_words(const Machine& machine, ThreadId t);

}  // namespace mover
