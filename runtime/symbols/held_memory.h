// Names of allocated memory after the pointers that lead to it (ir/holders.h), in the compiled program.
#pragma once

#include <cstdint>
#include <string>

namespace mover::runtime {

// The bytes of an allocated block; empty if no pointer gives it a name.
std::string part_by_pointer(uint64_t address, uint64_t size);

}  // namespace mover::runtime
