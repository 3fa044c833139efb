// Leaks: heap memory that nothing points to any more when the program has ended.
#pragma once

#include <vector>

#include "machine/machine.h"

namespace mover {

// A finding for each place that allocated some. REQUIRES: the program has ended, on a machine that tracks leaks.
std::vector<Finding> leaks_now(Machine& machine);

}  // namespace mover
