// Data races in one state: two threads are parked at accesses to overlapping bytes, at least one of them a write, at
// least one not atomic. The two accesses can be adjacent in an execution, so happens-before does not order them.
// Conversely, if a program has a race, it has one of this kind, provided that every operation by which a thread
// observes another one also synchronises with it. A failed trylock and a relaxed atomic access observe without
// synchronising (Observations::observed_without_ordering). For programs that use them, happens-before has to be tracked
// along the path (ordering_sets.h).
#pragma once

#include <optional>
#include <vector>

#include "property/property.h"

namespace mover {

// Whether the bytes overlap, at least one access is a write, and at least one is not atomic.
bool conflict(const Access& a, const Access& b);

// Two conflicting accesses, of the first and the second thread.
struct Conflict {
  Access first, second;
};
// The conflict if one action operates on a synchronisation object whose bytes the other one accesses, initialises or
// destroys.
std::optional<Conflict> object_conflict(const Action& one, const Action& two);
// The conflicting accesses of two parked threads: both are pending, and may be executed in either order.
std::optional<Conflict> pending_conflict(const Machine& machine, ThreadId first, ThreadId second);

// The finding of a race, with the access at the smaller location first.
Finding race_finding(const Machine& machine, ThreadId a, ir::LocId a_loc, const Access& a_access, ThreadId b,
                     ir::LocId b_loc, const Access& b_access);

// Finds the races in the current state. Sets Observed::hides_order if a race may exist that no state shows, because a
// thread observes the order of two steps without synchronisation. Then happens-before must be tracked along the path.
// There are two cases:
// - A compare-and-swap that would fail now and a plain read are pending. If the compare-and-swap had succeeded in an
//   earlier state, the two would race.
// - An operation on a lock is pending, and so is an action that reads or overwrites the lock's bytes or initialises the
//   lock. One of the two observes whether the other came first.
void observe_races(const Machine& machine, Observed& observed);
bool shows_race(Machine& machine, const StepResult& last, const Finding& finding);
// Whether both findings are the same race. The order of its two sides depends on the numbering of locations, which may
// differ in another process.
bool is_same_race(const Machine& machine, const Finding& race, const Finding& other);

}  // namespace mover
