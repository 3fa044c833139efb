// Does this state show that finding? The judge of what searches report: it asks the machine and the property alone.
#pragma once

#include <optional>

#include "machine/machine.h"
#include "property/vector_clocks.h"

namespace mover {

// The accesses of two parked threads that conflict: both are about to happen, in either order.
struct Conflict {
  Access first, second;
};
std::optional<Conflict> pending_conflict(const Machine& machine, ThreadId first, ThreadId second);

// Whether `finding` shows in the machine's present state, `last` being the result of the step (or reset) that led here:
// same kind, same threads, same places. A race that only order along the path reveals does not show in a state.
bool shows(Machine& machine, const StepResult& last, const Finding& finding);

// The judge of those: happens-before along one execution, followed from its beginning. REQUIRES: the machine records
// events.
class RaceAlongPath {
 public:
  explicit RaceAlongPath(const Finding& race) : race_(race) {}
  void begin(const Machine& machine);                 // it was reset
  void step(const Machine& machine, ThreadId moved);  // the step is done
  bool is_complete() const { return is_complete_; }

 private:
  const Finding& race_;
  VectorClocks clocks_;
  bool is_complete_ = false;
};

}  // namespace mover
