// The memory of the run-time and the searches. It is separate from the program's heap and not part of a checkpoint, and
// an instrumented access to it is reported as an error (memory/access.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace mover::runtime {

// Reserves zeroed address space. Only pages that are used take memory.
void* reserve(size_t bytes);

void* private_allocate(size_t bytes, size_t alignment = 16);
void private_free(void* block);
size_t private_size(void* block);

// All private memory lies in this range.
constexpr uint64_t kPrivateBegin = 0x2000'0000'0000, kPrivateEnd = 0x2800'0000'0000;
inline bool is_private(const void* address) {
  return reinterpret_cast<uint64_t>(address) - kPrivateBegin < kPrivateEnd - kPrivateBegin;
}

}  // namespace mover::runtime
