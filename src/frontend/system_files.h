// Which files belong to the system, and not to the user's program.
#pragma once

#include <string>

namespace mover::frontend {

// Whether the file was installed with the system or with Mover.
bool is_of_the_system(const std::string& path);

}  // namespace mover::frontend
