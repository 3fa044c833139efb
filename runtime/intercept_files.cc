// Files, streams that are made of them, and mappings.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "access.h"
#include "files.h"
#include "memory.h"
#include "real.h"
#include "transfer.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

int error(int number) { return static_cast<int>(fails_with(number)); }
Description* file_at(int fd) {
  Description* d = description_of(fd);
  return d != nullptr && d->file >= 0 ? d : nullptr;
}

__attribute__((noinline)) void kernel_writes(void* to, size_t size, const void* pc) {
  plain_access(to, size, true, pc);
  memory.make_writable(reinterpret_cast<uint64_t>(to), size);
}

off_t seek(int fd, off_t offset, int whence) {
  Description* d = file_at(fd);
  if (d == nullptr) return error(description_of(fd) == nullptr ? EBADF : ESPIPE);
  struct stat about {};
  if (whence == SEEK_END) ::syscall(SYS_fstat, d->file, &about);
  const off_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? static_cast<off_t>(d->offset) : about.st_size;
  if (base + offset < 0 || whence > SEEK_END) return error(EINVAL);
  trail.set(d->offset, static_cast<uint64_t>(base + offset));
  changed(*d);
  return base + offset;
}

// Streams read and write without parking: the C library is in the middle of something.
ssize_t stream_read(void* cookie, char* to, size_t size) {
  Description* d = file_at(static_cast<int>(reinterpret_cast<intptr_t>(cookie)));
  if (d == nullptr) return error(EBADF);
  memory.make_writable(reinterpret_cast<uint64_t>(to), size);
  if (d->is_random) return random_bytes(to, size), static_cast<ssize_t>(size);
  const ssize_t n = ::syscall(SYS_pread64, d->file, to, size, d->offset);
  if (n > 0) trail.set(d->offset, d->offset + static_cast<uint64_t>(n));
  return n;
}
ssize_t stream_write(void* cookie, const char* from, size_t size) {
  Description* d = file_at(static_cast<int>(reinterpret_cast<intptr_t>(cookie)));
  if (d == nullptr) return error(EBADF);
  const iovec part{const_cast<char*>(from), size};
  return write_file(*d, {&part, 1}, nullptr);
}
int stream_seek(void* cookie, off64_t* offset, int whence) {
  const off_t at = seek(static_cast<int>(reinterpret_cast<intptr_t>(cookie)), *offset, whence);
  if (at < 0) return -1;
  *offset = at;
  return 0;
}
int stream_close(void* cookie) {
  const int fd = static_cast<int>(reinterpret_cast<intptr_t>(cookie));
  if (description_of(fd) == nullptr) return error(EBADF);
  close_at(fd);
  return 0;
}

FILE* stream_of(int fd, const char* mode) {
  FILE* stream = fopencookie(reinterpret_cast<void*>(static_cast<intptr_t>(fd)), mode,
                             {stream_read, stream_write, stream_seek, stream_close});
  if (stream != nullptr) stream->_fileno = fd;  // for those who ask
  return stream;
}

FILE* open_stream(const char* path, const char* mode, const void* pc) {
  int flags = mode[0] == 'r' ? O_RDONLY : mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : O_WRONLY | O_CREAT | O_APPEND;
  if (std::strchr(mode, '+') != nullptr) flags = (flags & ~O_ACCMODE) | O_RDWR;
  if (std::strchr(mode, 'x') != nullptr) flags |= O_EXCL;
  const int fd = open_file(path, flags, 0666, pc);
  return fd < 0 ? nullptr : stream_of(fd, mode);
}

int about(int fd, struct stat* to, const void* pc) {
  const Description* d = description_of(fd);
  if (d == nullptr) return error(EBADF);
  plain_access(to, sizeof *to, true, pc);
  std::memset(to, 0, sizeof *to);
  to->st_mode = d->is_socket ? S_IFSOCK | 0777 : S_IFIFO | 0600;
  if (d->file < 0) return 0;
  memory.make_writable(reinterpret_cast<uint64_t>(to), sizeof *to);
  return static_cast<int>(::syscall(SYS_fstat, d->file, to));
}

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
  const int file = is_ours(fd) ? file_at(fd) == nullptr ? -1 : file_at(fd)->file : fd;
  if ((flags & MAP_SHARED) != 0) world.not_covered("what the program writes to a mapped file is not written to that file");
  memory.make_writable(reinterpret_cast<uint64_t>(block), pages);
  if (file < 0 || ::syscall(SYS_pread64, file, block, size, offset) < 0) return error(EACCES), MAP_FAILED;
  return block;
}

}  // namespace

MOVER_EXPORT int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = va_arg(arguments, unsigned);
  va_end(arguments);
  if (!world.controls()) return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  return open_file(path, flags, mode, PC);
}
MOVER_EXPORT int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = va_arg(arguments, unsigned);
  va_end(arguments);
  if (!world.controls()) return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  return open_file(path, flags, mode, PC);
}
MOVER_EXPORT int __open_2(const char* path, int flags) {
  if (!world.controls()) return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, 0));
  return open_file(path, flags, 0, PC);
}
MOVER_EXPORT int creat(const char* path, mode_t mode) {
  return world.controls() ? open_file(path, O_CREAT | O_WRONLY | O_TRUNC, mode, PC) : REAL(creat)(path, mode);
}
MOVER_EXPORT FILE* fopen(const char* path, const char* mode) {
  return world.controls() ? open_stream(path, mode, PC) : REAL(fopen)(path, mode);
}
MOVER_EXPORT FILE* fopen64(const char* path, const char* mode) {
  return world.controls() ? open_stream(path, mode, PC) : REAL(fopen64)(path, mode);
}
MOVER_EXPORT FILE* fdopen(int fd, const char* mode) {
  if (!world.controls()) return REAL(fdopen)(fd, mode);
  if (file_at(fd) != nullptr) return stream_of(fd, mode);
  world.cannot_follow("the program makes a stream of a pipe or socket (fdopen), which is not simulated", location(PC));
}
MOVER_EXPORT off_t lseek(int fd, off_t offset, int whence) {
  if (!world.controls() || !is_ours(fd)) return ::syscall(SYS_lseek, fd, offset, whence);
  return seek(fd, offset, whence);
}
MOVER_EXPORT off64_t lseek64(int fd, off64_t offset, int whence) {
  if (!world.controls() || !is_ours(fd)) return ::syscall(SYS_lseek, fd, offset, whence);
  return seek(fd, offset, whence);
}
MOVER_EXPORT int fstat(int fd, struct stat* to) noexcept {
  if (!world.controls() || !is_ours(fd)) return static_cast<int>(::syscall(SYS_fstat, fd, to));
  return about(fd, to, PC);
}
MOVER_EXPORT int fstat64(int fd, struct stat64* to) noexcept {
  if (!world.controls() || !is_ours(fd)) return static_cast<int>(::syscall(SYS_fstat, fd, to));
  return about(fd, reinterpret_cast<struct stat*>(to), PC);
}
// The kernel writes to the program's memory.
#define ABOUT(name, parameters, arguments, to)              \
  MOVER_EXPORT int name parameters noexcept {               \
    if (world.controls()) kernel_writes(to, sizeof *to, PC); \
    return REAL(name) arguments;                            \
  }
ABOUT(stat, (const char* path, struct stat* to), (path, to), to)
ABOUT(stat64, (const char* path, struct stat64* to), (path, to), to)
ABOUT(lstat, (const char* path, struct stat* to), (path, to), to)
ABOUT(lstat64, (const char* path, struct stat64* to), (path, to), to)
ABOUT(uname, (utsname * to), (to), to)
ABOUT(getrusage, (__rusage_who_t who, rusage* to), (who, to), to)
MOVER_EXPORT char* getcwd(char* to, size_t size) noexcept {
  if (world.controls() && to != nullptr) kernel_writes(to, size, PC);
  return REAL(getcwd)(to, size);
}
MOVER_EXPORT ssize_t readlink(const char* path, char* to, size_t size) noexcept {
  if (world.controls()) kernel_writes(to, size, PC);
  return REAL(readlink)(path, to, size);
}
MOVER_EXPORT int ftruncate(int fd, off_t size) noexcept {
  const int file = !world.controls() || !is_ours(fd) ? fd : file_at(fd) == nullptr ? -1 : file_at(fd)->file;
  return static_cast<int>(::syscall(SYS_ftruncate, file, size));
}
MOVER_EXPORT int fsync(int fd) { return world.controls() && is_ours(fd) ? 0 : REAL(fsync)(fd); }
MOVER_EXPORT int fdatasync(int fd) { return world.controls() && is_ours(fd) ? 0 : REAL(fdatasync)(fd); }
MOVER_EXPORT ssize_t pread(int fd, void* to, size_t size, off_t offset) {
  if (!world.controls()) return ::syscall(SYS_pread64, fd, to, size, offset);
  kernel_writes(to, size, PC);
  const int file = is_ours(fd) ? file_at(fd) == nullptr ? -1 : file_at(fd)->file : fd;
  return ::syscall(SYS_pread64, file, to, size, offset);
}
MOVER_EXPORT ssize_t pwrite(int fd, const void* from, size_t size, off_t offset) {
  if (!world.controls()) return ::syscall(SYS_pwrite64, fd, from, size, offset);
  plain_access(from, size, false, PC);
  world.note("files that the program writes are really written, in every execution that comes there, and not put back");
  const int file = is_ours(fd) ? file_at(fd) == nullptr ? -1 : file_at(fd)->file : fd;
  return ::syscall(SYS_pwrite64, file, from, size, offset);
}

// What is not simulated.
#define NO_FILE(type, name, parameters, arguments)                                                         \
  MOVER_EXPORT type name parameters {                                                                      \
    if (!world.controls()) return REAL(name) arguments;                                                    \
    world.cannot_follow("the program calls " #name ", which is not simulated", location(PC));              \
  }
NO_FILE(FILE*, tmpfile, (), ())
NO_FILE(FILE*, freopen, (const char* p, const char* m, FILE* f), (p, m, f))
NO_FILE(int, mkstemp, (char* t), (t))
NO_FILE(DIR*, opendir, (const char* p), (p))
NO_FILE(void*, mremap, (void* a, size_t o, size_t n, int f, ...), (a, o, n, f))

// Mappings.
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
