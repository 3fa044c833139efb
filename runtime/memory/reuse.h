// Finds comparisons that depend on whether an identity is reused: the address of a freed block, of an unmapped page or
// of a variable that has ended, or the handle of an ended thread. The native engine explores no such reuse, so each of
// these functions reports an omission if reuse could make the compared values equal.
#pragma once

#include <cstdint>

namespace mover::runtime {

// Called when a compare-and-swap finds another value than it expects. If the address were reused, it could succeed
// (ABA).
void compares_addresses(uint64_t expected, uint64_t found, const void* pc);
// Called when the program compares two values, or two ranges of memory, that may be or contain addresses or handles.
void compares_values(uint64_t a, uint64_t b, const void* pc);
void compares_memory(const void* a, const void* b, uint64_t size, const void* pc);
// Called when the program uses an address as a number, such as for a hash. With reuse, a container could find an
// element that was stored under the address of a freed block. Without reuse, the hashes differ, so the container may
// never compare the two addresses.
void takes_for_number(uint64_t address, const void* pc);

}  // namespace mover::runtime
