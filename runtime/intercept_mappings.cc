// Mappings of memory and of files.
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "access.h"
#include "file_system.h"
#include "memory.h"
#include "real.h"
#include "transfer.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

int error(int number) { return static_cast<int>(fails_with(number)); }

// Memory of the program's heap, in pages, with the file's contents if there is one. Blocks of that size are not used
// again, so it is zero.
void* map(uint64_t size, int flags, int fd, off_t offset, const void* pc) {
  if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0)
    world.cannot_follow("the program maps memory at an address of its choice (MAP_FIXED)", location(pc));
  const uint64_t pages = (size + kPageSize - 1) & ~(kPageSize - 1);
  void* block = size == 0 ? nullptr : heap.allocate(world.current_number(), pages, kPageSize, location(pc));
  if (block == nullptr) return error(size == 0 ? EINVAL : ENOMEM), MAP_FAILED;
  world.did_something(world.current());
  if (!world.alone()) shadow.forget(reinterpret_cast<uint64_t>(block), pages);
  if ((flags & MAP_ANONYMOUS) != 0) return block;
  const Description* d = description_of(fd);
  if ((flags & MAP_SHARED) != 0) world.not_covered("what the program writes to a mapped file is not written to that file");
  const iovec part{block, size};
  if (d == nullptr || d->node == nullptr || read_node(*d->node, static_cast<uint64_t>(offset), {&part, 1}, nullptr) == UINT64_MAX)
    return error(d == nullptr ? EBADF : EACCES), MAP_FAILED;
  return block;
}

}  // namespace

MOVER_EXPORT void* mmap(void* where, size_t size, int protection, int flags, int fd, off_t offset) noexcept {
  if (!world.controls())
    return reinterpret_cast<void*>(::syscall(SYS_mmap, where, size, protection, flags, fd, offset));
  return map(size, flags, fd, offset, PC);
}
MOVER_EXPORT void* mmap64(void* where, size_t size, int protection, int flags, int fd, off64_t offset) noexcept {
  if (!world.controls())
    return reinterpret_cast<void*>(::syscall(SYS_mmap, where, size, protection, flags, fd, offset));
  return map(size, flags, fd, offset, PC);
}
MOVER_EXPORT int munmap(void* where, size_t size) noexcept {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls() || !Heap::contains(address)) return static_cast<int>(::syscall(SYS_munmap, where, size));
  Block* block = heap.block_of(address);
  if (block == nullptr || block->begin() != address || block->size > ((size + kPageSize - 1) & ~(kPageSize - 1)))
    return 0;  // a part: it stays
  if (block->state != Block::State::Allocated) return 0;
  plain_access(where, block->size, true, PC);
  heap.free(world.current_number(), block, location(PC));
  return 0;
}
MOVER_EXPORT int mprotect(void* where, size_t size, int protection) noexcept {
  if (!world.controls()) return static_cast<int>(::syscall(SYS_mprotect, where, size, protection));
  world.not_covered("protections of memory (mprotect) are not simulated");
  return 0;
}
MOVER_EXPORT void* mremap(void* where, size_t old_size, size_t new_size, int flags, ...) noexcept {
  if (!world.controls()) return REAL(mremap)(where, old_size, new_size, flags);
  world.cannot_follow("the program calls mremap, which is not simulated", location(PC));
}
