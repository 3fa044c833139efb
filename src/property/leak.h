// Leaks: heap memory that nothing points to any more when the program has ended.
#pragma once

#include "property/property.h"

namespace mover {

// A finding for each place that allocated some. REQUIRES: the program has ended, on a machine that tracks leaks.
void observe_leaks(Machine& machine, Observed& observed);

}  // namespace mover
