#pragma once

#include <cstdint>
#include <string>

namespace mover {

// Memory that a process has now; 0 where that cannot be known.
uint64_t resident_kib(const std::string& process = "self");

}  // namespace mover
