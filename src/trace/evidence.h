// Does this state show that finding? The judge of what searches report: it asks the machine and the property alone.
#pragma once

#include <optional>

#include "machine/machine.h"

namespace mover {

// The accesses of two parked threads that conflict: both are about to happen, in either order.
struct Conflict {
  Access first, second;
};
std::optional<Conflict> pending_conflict(const Machine& machine, ThreadId first, ThreadId second);

// Whether `finding` shows in the machine's present state, `last` being the result of the step (or reset) that led here:
// same kind, same threads, same places. A race that only order along the path reveals does not show in a state.
bool shows(Machine& machine, const StepResult& last, const Finding& finding);

}  // namespace mover
