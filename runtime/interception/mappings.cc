// Intercepts functions that map memory and files (memory/mappings.h).
#include "memory/mappings.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "base/real.h"
#include "channels/file_system.h"
#include "memory/access.h"
#include "memory/images.h"
#include "memory/transfer.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

void* fails_to_map(int number) { return fails_with(number), MAP_FAILED; }
uint64_t in_pages(uint64_t size) { return (size + kPageSize - 1) & ~(kPageSize - 1); }

uint8_t flags_for(int protection) {  // on x86-64, a writable page is readable
  const int rights = (protection & PROT_WRITE) != 0 ? PROT_READ | PROT_WRITE : protection & PROT_READ;
  return static_cast<uint8_t>(Mappings::kMapped | rights);
}

bool all_ours(uint64_t begin, uint64_t size) {
  return size != 0 && Mappings::contains(begin) && Mappings::contains(begin + size - 1) && begin + size > begin;
}

// Records that a call maps, unmaps, protects or copies the pages, as an access to their bytes. A write is dependent
// with every access, a read only with writes.
void changes_pages(uint64_t begin, uint64_t size, bool write, ir::LocId loc) {
  if (world.alone()) return;
  constexpr uint64_t kMost = 1 << 20;
  if (size > kMost)
    world.not_covered(
        "if a mapping of more than 1 MiB is changed or removed while other threads may access it, only its first MiB "
        "is "
        "checked");
  size = std::min(size, kMost);
  const bool visible = shadow.is_visible(begin, size);
  if (visible) {
    Operation operation;
    operation.kind = ActionKind::Free;
    operation.access = {begin, size, write, false};
    operation.loc = loc;
    world.act(operation);
  }
  world.access(begin, size, write, false, visible, loc);
}

void zero(uint64_t begin, uint64_t size) {
  static constexpr uint8_t kNothing[kPageSize] = {};
  for (uint64_t page = begin; page < begin + size; page += kPageSize)
    if (std::memcmp(reinterpret_cast<void*>(page), kNothing, kPageSize) != 0)
      std::memset(reinterpret_cast<void*>(page), 0, kPageSize);
}

// The bytes of a range of a file that are mapped, if the file has exactly one shared mapping.
struct MappedPart {
  uint64_t offset, size;
  MappedPart(const FileNode& node, uint64_t first, uint64_t length) {
    const uint64_t most = std::min(node.mapped.offset + node.mapped.size, node.size);
    offset = std::max(first, node.mapped.offset);
    const uint64_t end = std::min(length < UINT64_MAX - first ? first + length : UINT64_MAX, most);
    size = node.mappings == 1 && offset < end ? end - offset : 0;
  }
  uint8_t* bytes(const FileNode& node) const {
    return reinterpret_cast<uint8_t*>(node.mapped.begin + (offset - node.mapped.offset));
  }
};

// A shared mapping and its file have the same contents: the mapping is copied to the file when a call reads the file,
// and the file to the mapping when a call writes the file.
int fill(uint64_t where, uint64_t size, int protection, int flags, int fd, off_t offset, const void* pc) {
  make_call(FileCall(fd, false), pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return EBADF;
  if (d->node == nullptr && d->file >= 0 && std::strcmp(d->what, "the file") == 0)
    world.cannot_follow("the program maps a device, which is not simulated", location(pc));
  if (d->node == nullptr || !d->node->is_regular()) return ENODEV;
  const bool shared = (flags & MAP_TYPE) != MAP_PRIVATE;
  const int access = d->flags & O_ACCMODE;
  if (access == O_WRONLY || (shared && (protection & PROT_WRITE) != 0 && access != O_RDWR)) return EACCES;
  if (shared && ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0 ||
                 (d->node->mappings != 0 && ((protection & PROT_WRITE) != 0 || d->node->mapped.is_writable))))
    world.cannot_follow(
        "the program writes to a file that is mapped more than once (MAP_SHARED), which is not simulated",
        location(pc));
  const iovec part{reinterpret_cast<void*>(where), size};
  if (read_node(*d->node, static_cast<uint64_t>(offset), {&part, 1}, nullptr) == UINT64_MAX) return EACCES;
  if (!shared) return 0;
  trail.set(d->node->mappings, d->node->mappings + 1);
  trail.save(d->node->mapped);
  d->node->mapped = {where, size, static_cast<uint64_t>(offset), (protection & PROT_WRITE) != 0};
  mappings.set_file(world.current_number(), d->node);
  world.cannot_compare();
  return 0;
}

// If another process has mapped this part of the file, and this process has not, the mapping gets the same address
// here. Otherwise returns 0.
uint64_t address_in_other_process(uint64_t size, int flags, int fd, off_t offset) {
  const FileDescription* d = description_of(fd);
  if (!world.has_processes() || (flags & (MAP_ANONYMOUS | MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0 || d == nullptr ||
      d->node == nullptr || d->node->mappings != 1)
    return 0;
  const FileNode::Mapped& there = d->node->mapped;
  if (there.begin == 0 || static_cast<uint64_t>(offset) != there.offset || size > there.size) return 0;
  return (Mappings::flags_of(there.begin) & Mappings::kMapped) == 0 ? there.begin : 0;
}

// Returns the address of the new mapping. On failure, returns 0 and sets errno.
uint64_t address_for(uint64_t wanted, uint64_t size, int flags, const void* pc) {
  if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) == 0) {
    const bool low = (flags & MAP_32BIT) != 0;
    if (low && !mappings.has_low())
      world.cannot_follow("the program maps memory in the first 2 GiB, which contain other memory already",
                          location(pc));
    const uint64_t begin = mappings.allocate(world.current_number(), size, low, location(pc));
    if (begin == 0) fails_with(ENOMEM);
    return begin;
  }
  if (wanted % kPageSize != 0) return fails_with(EINVAL), 0;
  if (!all_ours(wanted, size))
    world.cannot_follow("the program maps memory at an address of its choice (MAP_FIXED) that it has not mapped before",
                        location(pc));
  for (uint64_t page = wanted; page < wanted + size; page += kPageSize)
    if ((flags & MAP_FIXED_NOREPLACE) != 0 && (Mappings::flags_of(page) & Mappings::kMapped) != 0)
      return fails_with(EEXIST), 0;
  changes_pages(wanted, size, true, location(pc));
  zero(wanted, size);
  return wanted;
}

void* map(void* wanted, uint64_t size, int protection, int flags, int fd, off_t offset, const void* pc) {
  const int type = flags & MAP_TYPE;
  if (size == 0 || offset % static_cast<off_t>(kPageSize) != 0 || offset < 0) return fails_to_map(EINVAL);
  if (type != MAP_PRIVATE && type != MAP_SHARED && type != MAP_SHARED_VALIDATE) return fails_to_map(EINVAL);
  if (size > kMapArena) return fails_to_map(ENOMEM);
  if ((protection & PROT_EXEC) != 0)
    world.cannot_follow("the program maps executable memory (PROT_EXEC)", location(pc));
  if ((flags & MAP_GROWSDOWN) != 0)
    world.cannot_follow("the program maps memory that grows down (MAP_GROWSDOWN)", location(pc));
  if ((flags & MAP_ANONYMOUS) == 0 && !is_ours(fd)) return fails_to_map(EBADF);
  const uint64_t pages = in_pages(size);
  if (type != MAP_PRIVATE && (flags & MAP_ANONYMOUS) == 0) {
    make_call(FileCall(fd, false), pc);
    if (const uint64_t there = address_in_other_process(pages, flags, fd, offset); there != 0) {
      const int access = description_of(fd)->flags & O_ACCMODE;
      if (access == O_WRONLY || ((protection & PROT_WRITE) != 0 && access != O_RDWR)) return fails_to_map(EACCES);
      if ((protection & PROT_WRITE) != 0) trail.set(description_of(fd)->node->mapped.is_writable, true);
      mappings.set_flags(there, pages, static_cast<uint8_t>(flags_for(protection) | Mappings::kOfFile));
      return reinterpret_cast<void*>(there);
    }
  }
  const uint64_t where = address_for(reinterpret_cast<uint64_t>(wanted), pages, flags, pc);
  if (where == 0) return MAP_FAILED;
  world.made_progress(world.current());
  if (world.has_processes() && (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0 &&
      (type != MAP_PRIVATE || shared_ranges.overlap(where, where + pages)))
    world.cannot_follow("one of several processes maps shared memory at an address of its choice (MAP_FIXED)",
                        location(pc));
  if (type != MAP_PRIVATE) shared_ranges.add(where, where + pages);
  if (!world.alone() && (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) == 0) shadow.clear(where, pages);
  if ((flags & MAP_ANONYMOUS) == 0)
    if (const int number = fill(where, size, protection, flags, fd, offset, pc)) return fails_to_map(number);
  mappings.set_flags(where, pages, flags_for(protection) | ((flags & MAP_ANONYMOUS) == 0 ? Mappings::kOfFile : 0));
  return reinterpret_cast<void*>(where);
}

// Whether other processes may have mapped these pages, too. What a process unmaps or protects is its own affair.
bool is_shared_with_others(uint64_t begin, uint64_t size, const void* pc) {
  if (!world.has_processes() || !shared_ranges.overlap(begin, begin + size)) return false;
  if (!world.is_last_of_process(world.current_number()))
    world.cannot_follow("a process with several threads unmaps or protects memory that it shares with other processes",
                        location(pc));
  return true;
}

int unmap(uint64_t begin, uint64_t size, const void* pc) {
  size = in_pages(size);
  if (begin % kPageSize != 0 || size == 0) return fails_with(EINVAL);
  if (!all_ours(begin, size))
    world.cannot_follow("the program unmaps memory that it has not mapped since main began", location(pc));
  world.made_progress(world.current());
  for (uint64_t page = begin, end = begin; page < begin + size; page = end) {  // for each mapped part of the range
    end = page + kPageSize;
    if ((Mappings::flags_of(page) & Mappings::kMapped) == 0) continue;
    while (end < begin + size && (Mappings::flags_of(end) & Mappings::kMapped) != 0) end += kPageSize;
    if (is_shared_with_others(page, end - page, pc)) {  // it stays what it is for the other processes
      mappings.set_flags(page, end - page, Mappings::kWasMapped);
      continue;
    }
    changes_pages(page, end - page, true, location(pc));
    world.record_release(page, end - page);
    if (const std::string user = world.user_of_object(page, end - page); !user.empty())
      world.fail(FindingKind::Memory, kept_text("unmaps memory with a synchronisation object in it that " + user),
                 location(pc));
    // With several processes, the mapping stays connected to its file, because another process may have it, too.
    if (!world.has_processes())
      mappings.for_each_file_in(page, end - page, [](FileNode& file) {
        if (file.mapped.is_writable) read_through_mapping(file, 0, UINT64_MAX);
        trail.set(file.mappings, file.mappings - 1);
        // If another mapping of the file is left, its address is unknown.
        trail.save(file.mapped);
        file.mapped = {};
      });
    mappings.set_flags(page, end - page, Mappings::kWasMapped);
    if (end - page <= (1 << 20)) world.end_objects(page, end - page);
  }
  return 0;
}

// A change of the right to read is dependent with all accesses, a change of the right to write only with writes.
int protect(uint64_t begin, uint64_t size, int protection, const void* pc) {
  size = in_pages(size);
  if (begin % kPageSize != 0) return fails_with(EINVAL);
  if (size == 0) return 0;
  if (!all_ours(begin, size)) {
    world.not_covered("protections of memory that was not mapped since main began (mprotect) are not simulated");
    return 0;
  }
  if ((protection & PROT_EXEC) != 0)
    world.cannot_follow("the program makes memory executable (PROT_EXEC)", location(pc));
  uint8_t differ = 0;
  const uint8_t anew = flags_for(protection);
  for (uint64_t page = begin; page < begin + size; page += kPageSize) {
    const uint8_t now = Mappings::flags_of(page);
    if ((now & Mappings::kMapped) == 0) return fails_with(ENOMEM);
    differ |= (now ^ anew) & (PROT_READ | PROT_WRITE);
  }
  if (differ == 0) return 0;
  if (FileNode* file = mappings.file_at(begin); file != nullptr && (protection & PROT_WRITE) != 0) {
    if (file->mappings != 1 || file->mapped.begin == 0)
      world.cannot_follow(
          "the program writes to a file that is mapped more than once (MAP_SHARED), which is not simulated",
          location(pc));
    trail.set(file->mapped.is_writable, true);
  }
  world.made_progress(world.current());
  if (!is_shared_with_others(begin, size, pc)) changes_pages(begin, size, (differ & PROT_READ) != 0, location(pc));
  for (uint64_t page = begin; page < begin + size; page += kPageSize)
    mappings.set_flags(page, kPageSize, anew | (Mappings::flags_of(page) & Mappings::kOfFile));
  return 0;
}

void* remap(uint64_t begin, uint64_t old_size, uint64_t new_size, int flags, const void* pc) {
  old_size = in_pages(old_size);
  new_size = in_pages(new_size);
  if (begin % kPageSize != 0 || new_size == 0) return fails_to_map(EINVAL);
  const bool is_shared = shared_ranges.overlap(begin, begin + old_size);
  if (old_size == 0 || (flags & ~MREMAP_MAYMOVE) != 0 || !all_ours(begin, old_size) ||
      mappings.file_at(begin) != nullptr || (world.has_processes() && is_shared))
    world.cannot_follow("the program calls mremap in a way that is not simulated", location(pc));
  for (uint64_t page = begin; page < begin + old_size; page += kPageSize)
    if ((Mappings::flags_of(page) & Mappings::kMapped) == 0) return fails_to_map(EFAULT);
  if (new_size <= old_size) {
    if (new_size < old_size) unmap(begin + new_size, old_size - new_size, pc);
    return reinterpret_cast<void*>(begin);
  }
  const uint8_t flags_at_end = Mappings::flags_of(begin + old_size - 1);
  if ((flags & MREMAP_MAYMOVE) == 0) {
    if (!mappings.extend(begin + old_size, new_size - old_size)) return fails_to_map(ENOMEM);
    if (is_shared) shared_ranges.add(begin + old_size, begin + new_size);
    mappings.set_flags(begin + old_size, new_size - old_size, flags_at_end);
    return reinterpret_cast<void*>(begin);
  }
  const uint64_t moved = mappings.allocate(world.current_number(), new_size, begin < kMapBegin, location(pc));
  if (moved == 0) return fails_to_map(ENOMEM);
  if (is_shared) shared_ranges.add(moved, moved + new_size);
  world.made_progress(world.current());
  if (!world.alone()) shadow.clear(moved, new_size);
  std::memcpy(reinterpret_cast<void*>(moved), reinterpret_cast<void*>(begin), old_size);
  for (uint64_t at = 0; at < old_size; at += kPageSize)
    mappings.set_flags(moved + at, kPageSize, Mappings::flags_of(begin + at));
  mappings.set_flags(moved + old_size, new_size - old_size, flags_at_end);
  unmap(begin, old_size, pc);
  return reinterpret_cast<void*>(moved);
}

int advise(uint64_t begin, uint64_t size, int advice, const void* pc) {
  size = in_pages(size);
  if (begin % kPageSize != 0) return fails_with(EINVAL);
  if (advice != MADV_DONTNEED && advice != MADV_REMOVE) return 0;
  if (!all_ours(begin, size))
    world.cannot_follow("the program discards memory (madvise) that it has not mapped since main began", location(pc));
  for (uint64_t page = begin; page < begin + size; page += kPageSize)
    if ((Mappings::flags_of(page) & Mappings::kMapped) == 0)
      return fails_with(ENOMEM);
    else if ((Mappings::flags_of(page) & Mappings::kOfFile) != 0)
      world.cannot_follow("the program discards pages of a file that it has mapped (madvise), which is not simulated",
                          location(pc));
  if (advice == MADV_DONTNEED && world.has_processes() && shared_ranges.overlap(begin, begin + size))
    return 0;  // shared memory keeps its contents
  world.made_progress(world.current());
  changes_pages(begin, size, true, location(pc));
  zero(begin, size);
  return 0;
}

}  // namespace

void mover::runtime::read_through_mapping(FileNode& node, uint64_t offset, uint64_t size) {
  if (!node.mapped.is_writable) return;
  const MappedPart part(node, offset, size);
  if (part.size == 0) return;
  changes_pages(reinterpret_cast<uint64_t>(part.bytes(node)), part.size, false, world.current().operation.loc);
  overwrite(node, part.offset, part.bytes(node), part.size);
}
void mover::runtime::write_through_mapping(FileNode& node, uint64_t offset, uint64_t size) {
  const MappedPart part(node, offset, size);
  if (part.size == 0 || node.mapped.begin == 0) return;
  changes_pages(reinterpret_cast<uint64_t>(part.bytes(node)), part.size, true, world.current().operation.loc);
  std::memcpy(part.bytes(node), node.data + part.offset, part.size);
}

MOVER_EXPORT void* mmap(void* where, size_t size, int protection, int flags, int fd, off_t offset) noexcept {
  if (!world.controls())
    return reinterpret_cast<void*>(::syscall(SYS_mmap, where, size, protection, flags, fd, offset));
  return map(where, size, protection, flags, fd, offset, PC);
}
MOVER_EXPORT void* mmap64(void* where, size_t size, int protection, int flags, int fd, off64_t offset) noexcept {
  if (!world.controls())
    return reinterpret_cast<void*>(::syscall(SYS_mmap, where, size, protection, flags, fd, offset));
  return map(where, size, protection, flags, fd, offset, PC);
}
MOVER_EXPORT int munmap(void* where, size_t size) noexcept {
  if (!world.controls()) return static_cast<int>(::syscall(SYS_munmap, where, size));
  return unmap(reinterpret_cast<uint64_t>(where), size, PC);
}
MOVER_EXPORT int mprotect(void* where, size_t size, int protection) noexcept {
  if (!world.controls()) return static_cast<int>(::syscall(SYS_mprotect, where, size, protection));
  return protect(reinterpret_cast<uint64_t>(where), size, protection, PC);
}
MOVER_EXPORT void* mremap(void* where, size_t old_size, size_t new_size, int flags, ...) noexcept {
  va_list arguments;
  va_start(arguments, flags);
  void* wanted = va_arg(arguments, void*);
  va_end(arguments);
  if (!world.controls())
    return reinterpret_cast<void*>(::syscall(SYS_mremap, where, old_size, new_size, flags, wanted));
  return remap(reinterpret_cast<uint64_t>(where), old_size, new_size, flags, PC);
}
MOVER_EXPORT int madvise(void* where, size_t size, int advice) noexcept {
  if (!world.controls()) return static_cast<int>(::syscall(SYS_madvise, where, size, advice));
  return advise(reinterpret_cast<uint64_t>(where), size, advice, PC);
}
MOVER_EXPORT int posix_madvise(void* where, size_t size, int advice) noexcept {
  return world.controls() ? 0 : REAL(posix_madvise)(where, size, advice);
}
MOVER_EXPORT int msync(void* where, size_t size, int flags) {
  return world.controls() ? 0 : REAL(msync)(where, size, flags);
}
MOVER_EXPORT int mlock(const void* where, size_t size) noexcept {
  return world.controls() ? 0 : REAL(mlock)(where, size);
}
MOVER_EXPORT int munlock(const void* where, size_t size) noexcept {
  return world.controls() ? 0 : REAL(munlock)(where, size);
}
