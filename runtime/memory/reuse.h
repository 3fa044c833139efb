// Identities that could be reused: addresses of freed blocks, handles of ended threads.
#pragma once

#include <cstdint>

namespace mover::runtime {

// A compare-and-swap expects one value and finds another.
void compares_addresses(uint64_t expected, uint64_t found, const void* pc);
// The program compares two values, which may be addresses or handles; or two ranges of memory, which may hold some.
void compares_values(uint64_t a, uint64_t b, const void* pc);
void compares_memory(const void* a, const void* b, uint64_t size, const void* pc);

}  // namespace mover::runtime
