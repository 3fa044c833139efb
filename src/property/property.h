// A property observes executions: their states, their steps, and their ends. Each property has a file of its own and a
// row in properties(); the values of --check=, the report and the exit code follow from the row.
//
// Properties of a whole path (a race by happens-before, a common lock of all accesses, an atomic block that is not one
// transaction) keep a record along the path, which a search saves and restores with it: vector_clocks.h,
// ordering_sets.h, movers/common_locks.h, search/transaction.h. Their rows have no observers.
#pragma once

#include <span>
#include <vector>

#include "machine/machine.h"
#include "support/exit_codes.h"

namespace mover {

// The requested properties.
struct Checks {
  bool assertion = true, deadlock = true, race = true, memory = true;
  bool leak = false;
  bool atomicity = false;
  bool discipline = false;  // for exclusive access predicates, needs a machine that checks them
};

// The observations of one state, step or end.
struct Observed {
  std::vector<Finding> findings;
  bool hides_order = false;  // see race.h
};

struct Property {
  FindingKind kind;
  const char* name;  // in --check=, reports and traces
  bool Checks::* asked;
  ExitCode exit_code;
  bool ends_execution;  // a violation ends the execution, even if the property was not requested
  // Observers; null: the property does not show there. Failing steps are reported by the machine itself.
  void (*in_state)(const Machine&, Observed&) = nullptr;
  void (*at_end)(Machine&, Observed&) = nullptr;
};

std::span<const Property> properties();
const Property& property_of(FindingKind kind);
inline const char* to_text(FindingKind kind) { return property_of(kind).name; }

}  // namespace mover
