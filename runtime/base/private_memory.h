// Memory of the run-time's and the searches' own. The program cannot name it: it is allocated apart from the program's
// heap, is no part of a checkpoint, and instrumented accesses to it are refused (memory/heap.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace mover::runtime {

// Zeroed address space of which only used pages take memory.
void* reserve(size_t bytes);

void* private_allocate(size_t bytes, size_t alignment = 16);
void private_free(void* block);
size_t private_size(void* block);

// All of it lies in here.
constexpr uint64_t kPrivateBegin = 0x2000'0000'0000, kPrivateEnd = 0x2800'0000'0000;
inline bool is_private(const void* address) {
  return reinterpret_cast<uint64_t>(address) - kPrivateBegin < kPrivateEnd - kPrivateBegin;
}

}  // namespace mover::runtime
