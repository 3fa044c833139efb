// Exit codes: every execution that ends has the same one.
#pragma once

#include "property/property.h"

namespace mover {

// Compares the exit code with that of the first execution that has ended, observed.exit_code, and adds a finding if
// they differ. All executions are compared, whether they differ in the schedule or in a chosen value. All reductions
// preserve the property: an exit code is a part of a final state, and for each execution, every search explores one
// that ends in the same state.
void observe_exit_code(Machine& machine, const ProgramEnd& end, Observed& observed);
bool shows_exit_code(Machine& machine, const StepResult& last, const Finding& finding);

}  // namespace mover
