// The words of a command line.
#pragma once

#include <string>
#include <vector>

namespace mover::controller {

using Words = std::vector<std::string>;

inline void append(Words& to, const Words& words) { to.insert(to.end(), words.begin(), words.end()); }

}  // namespace mover::controller
