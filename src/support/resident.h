// The memory usage of processes.
#pragma once

#include <cstdint>
#include <string>

namespace mover {

// The resident memory of a process, which is named by its number or "self"; 0 if it is unknown.
uint64_t resident_kib(const std::string& process = "self");

}  // namespace mover
