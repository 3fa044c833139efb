// Leaks: heap memory that is unreachable when the program has ended.
#pragma once

#include "property/property.h"

namespace mover {

// Adds a finding for each allocation site of leaked memory. REQUIRES: the program has ended, on a machine that tracks
// leaks.
void observe_leaks(Machine& machine, const ProgramEnd&, Observed& observed);
bool shows_leak(Machine& machine, const StepResult& last, const Finding& finding);

}  // namespace mover
