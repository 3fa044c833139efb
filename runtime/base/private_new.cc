// The run-time library's own new and delete. The program does not see them (exports.map).
#include <new>

#include "base/private_memory.h"

void* operator new(size_t bytes) { return mover::runtime::private_allocate(bytes); }
void* operator new[](size_t bytes) { return mover::runtime::private_allocate(bytes); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  return mover::runtime::private_allocate(bytes, static_cast<size_t>(alignment));
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return mover::runtime::private_allocate(bytes); }
void operator delete(void* block) noexcept { mover::runtime::private_free(block); }
void operator delete[](void* block) noexcept { mover::runtime::private_free(block); }
void operator delete(void* block, size_t) noexcept { mover::runtime::private_free(block); }
void operator delete[](void* block, size_t) noexcept { mover::runtime::private_free(block); }
void operator delete(void* block, std::align_val_t) noexcept { mover::runtime::private_free(block); }
void operator delete(void* block, size_t, std::align_val_t) noexcept { mover::runtime::private_free(block); }
