// Addresses that malloc could give a second time.
#pragma once

#include <cstdint>

namespace mover::runtime {

// A compare-and-swap expects one value and finds another.
void compares_addresses(uint64_t expected, uint64_t found, const void* pc);

}  // namespace mover::runtime
