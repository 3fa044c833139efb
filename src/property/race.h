// Data races in one state: two threads parked at accesses to overlapping bytes, at least one a write, at least one not
// atomic. Adjacent in some execution, they are unordered by happens-before; and where a program has any race, it has
// one of this kind, provided that all its synchronisation orders what it lets a thread observe. A failed trylock does
// not, nor does a relaxed atomic access (Observations::observed_without_ordering): then order has to be tracked along
// the path (ordering_sets.h).
#pragma once

#include <optional>
#include <vector>

#include "property/property.h"

namespace mover {

bool conflict(const Access& a, const Access& b);

struct Conflict {
  Access first, second;  // of the two threads asked about
};
std::optional<Conflict> object_conflict(const Action& one, const Action& two);

// The finding, with the access of the smaller location first.
Finding race_finding(const Machine& machine, ThreadId a, ir::LocId a_loc, const Access& a_access, ThreadId b,
                     ir::LocId b_loc, const Access& b_access);

// Races in the current state. Observed::hides_order: no state would show a race, as an order is observed without
// synchronising; it is tracked along the path. So with
// - a compare-and-swap that fails now, beside a plain read: had it succeeded before, the two would race;
// - an operation on a lock, beside one that reads or overwrites its bytes or initialises it: one of them observes
//   whether the other came first.
void observe_races(const Machine& machine, Observed& observed);

}  // namespace mover
