// The result of a check as one JSON object (--json). Scripts rely on its keys.
#pragma once

#include <string>

#include "report/outcome.h"

namespace mover {

std::string to_json(const Outcome& outcome);

}  // namespace mover
