// Memory usage of processes.
#pragma once

#include <cstdint>
#include <string>

namespace mover {

// The resident memory of a process; 0 if it is unknown.
uint64_t resident_kib(const std::string& process = "self");

}  // namespace mover
