// Builds a program for the native engine from its sources, as `mover cc` and `mover c++` would.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/process.h"

namespace mover::controller {

// Compiles every input and links them to `program`, a file in `folder`. Returns the compiler's error output, or one
// sentence; empty on success.
std::string build(const frontend::Input& input, const frontend::TempDir& folder, const std::string& program);

}  // namespace mover::controller
