// The result file: one JSON object whose keys scripts rely on.
#pragma once

#include <string>

#include "report/outcome.h"

namespace mover {

std::string to_json(const Outcome& outcome);

}  // namespace mover
