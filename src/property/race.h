// Data races in one state: two threads are parked at accesses to overlapping bytes, at least one of them a write, at
// least one not atomic. The two accesses can be adjacent in an execution, so happens-before does not order them.
// Conversely, if a program has a race, it has one of this kind, provided that all its synchronisation orders what a
// thread observes through it. A failed trylock does not, nor does a relaxed atomic access
// (Observations::observed_without_ordering): then happens-before has to be tracked along the path (ordering_sets.h).
#pragma once

#include <optional>
#include <vector>

#include "property/property.h"

namespace mover {

bool conflict(const Access& a, const Access& b);

struct Conflict {
  Access first, second;  // of the first and the second thread
};
std::optional<Conflict> object_conflict(const Action& one, const Action& two);
// The conflicting accesses of two parked threads: both are pending, and may be executed in either order.
std::optional<Conflict> pending_conflict(const Machine& machine, ThreadId first, ThreadId second);

// The finding, with the access of the smaller location first.
Finding race_finding(const Machine& machine, ThreadId a, ir::LocId a_loc, const Access& a_access, ThreadId b,
                     ir::LocId b_loc, const Access& b_access);

// Finds the races in the current state. Observed::hides_order: a race may exist that no state shows, because an order
// is observed without synchronisation, so happens-before must be tracked along the path. The cases are
// - a compare-and-swap that fails now, next to a plain read: had it succeeded before, the two would race;
// - an operation on a lock, next to an action that reads or overwrites its bytes or initialises it: one of them
// observes
//   whether the other came first.
void observe_races(const Machine& machine, Observed& observed);
bool shows_race(Machine& machine, const StepResult& last, const Finding& finding);
// The order of the two sides depends on the numbering of locations, which may differ in another process.
bool is_same_race(const Machine& machine, const Finding& race, const Finding& other);

}  // namespace mover
