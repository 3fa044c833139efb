// Words of command lines for a shell.
#pragma once

#include <string>

namespace mover::support {

// The word as one argument of a command that can be pasted into a shell. REQUIRES: the word names a file.
std::string quoted_for_shell(const std::string& word);

}  // namespace mover::support
