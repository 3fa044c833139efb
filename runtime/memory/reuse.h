// Comparisons that depend on whether an identity is reused: the address of a freed block, the handle of an ended
// thread. This runtime explores no such reuse, so each of these functions reports an omission where reuse could make
// the compared values equal.
#pragma once

#include <cstdint>

namespace mover::runtime {

// Called where a compare-and-swap finds another value than it expects. With reuse it could succeed (ABA).
void compares_addresses(uint64_t expected, uint64_t found, const void* pc);
// Called where the program compares two values, or two ranges of memory, that may be or contain addresses or handles.
void compares_values(uint64_t a, uint64_t b, const void* pc);
void compares_memory(const void* a, const void* b, uint64_t size, const void* pc);
// Called where an address becomes a number, a hash, say: a container finds by it what was stored under a reused
// address, and compares no two addresses as long as they differ.
void takes_for_number(uint64_t address, const void* pc);

}  // namespace mover::runtime
