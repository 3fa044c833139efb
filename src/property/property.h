// A property observes executions: the states that they come to, the steps that they take, and their ends. Each has a
// file of its own and a row in properties(); what --check= accepts, what is reported and the exit code follow from the
// row.
//
// Properties of a whole path (a race by happens-before, a lock common to all accesses, a transaction that is none) keep
// a record along it, which a search saves and restores with the path: vector_clocks.h, ordering_sets.h,
// movers/common_locks.h, search/transaction.h. They have rows without observers here.
#pragma once

#include <span>
#include <vector>

#include "machine/machine.h"
#include "support/exit_codes.h"

namespace mover {

// What was asked for.
struct Checks {
  bool assertion = true, deadlock = true, race = true, memory = true;
  bool leak = false;
  bool atomicity = false;
  bool discipline = false;  // for exclusive access predicates, needs a machine that checks them
};

// What one state, step or end shows.
struct Observed {
  std::vector<Finding> findings;
  bool hides_order = false;  // see race.h
};

struct Property {
  FindingKind kind;
  const char* name;  // in --check=, reports and traces
  bool Checks::* asked;
  ExitCode exit_code;
  bool ends_execution;  // it ends the execution, be it asked for or not
  // Observers; null: it does not show there. Of a step, the machine itself says what has failed.
  void (*in_state)(const Machine&, Observed&) = nullptr;
  void (*at_end)(Machine&, Observed&) = nullptr;
};

std::span<const Property> properties();
const Property& property_of(FindingKind kind);
inline const char* to_text(FindingKind kind) { return property_of(kind).name; }

}  // namespace mover
