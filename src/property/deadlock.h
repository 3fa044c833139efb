// Deadlocks: threads that are disabled for ever, whatever other threads do. A set of threads is deadlocked if each of
// them is blocked and only threads of the set could unblock it:
// - it waits for a mutex, spin lock or readers-writer lock that a thread of the set holds, or a thread that has ended;
// - it waits for the read side of a readers-writer lock that prefers writers, and a waiting writer is in the set;
// - it joins a thread of the set;
// - it waits at a semaphore, condition variable, barrier or similar object, where any thread could unblock it, and
//   every thread is in the set or has ended;
// - it spins in a loop that has an exit, on a machine that disables such threads (Action::spins), and every thread
//   is in the set or has ended. (A thread that spins in a loop without exit is a server: docs/liveness.md.)
// A thread in a timed wait is never part of a deadlock. Neither is a thread that a false assumption has discarded,
// because it might have unblocked others.
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
// Called in every state, because some threads may be deadlocked while others run.
void observe_deadlock(const Machine& machine, Observed& observed);
// Recognises busy-wait deadlocks, too.
bool shows_deadlock(Machine& machine, const StepResult& last, const Finding& finding);

// The threads that the blocked action waits for: owners of the lock, the thread to be joined, preferred writers.
std::vector<ThreadId> awaited_threads(const Machine& machine, const Action& action);

// Whether the blocked action waits until a thread notifies a word of memory (a futex: std::atomic::wait, std::latch,
// std::counting_semaphore), not a condition variable.
bool waits_on_word(const Action& action);

// The finding says in one sentence which thread waits for which object. REQUIRES: is_deadlock(machine).
Finding deadlock_finding(const Machine& machine);
// The finding of such a deadlock or of a busy-wait deadlock (busy_wait.h). REQUIRES: shows_deadlock().
Finding describe_deadlock(Machine& machine);
// "T1 (worker) waits for mutex m". REQUIRES: t is blocked.
std::string blocked_in_words(const Machine& machine, ThreadId t);

}  // namespace mover
