// Opens files, and intercepts calls on open files, by descriptor or by stream (channels/file_system.h).
#include "channels/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "base/memory_streams.h"
#include "base/real.h"
#include "channels/file_system.h"
#include "memory/access.h"
#include "memory/memory.h"
#include "memory/transfer.h"
#include "scheduling/assumptions.h"
#include "scheduling/process_state.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

// Parts with a single element. The Parts are valid until the end of the expression that contains the one_part.
struct one_part {
  iovec part;
  one_part(const void* bytes, size_t size) : part{const_cast<void*>(bytes), size} {}
  operator Parts() const { return {&part, 1}; }
};
FileDescription* file_at(int fd) {
  FileDescription* d = description_of(fd);
  return d != nullptr && (d->file >= 0 || d->node != nullptr) ? d : nullptr;
}

// Parks at an operation on the file. Returns null and sets errno if `fd` is closed (EBADF) or refers to no file or
// device (`otherwise`).
FileDescription* file_of(int fd, bool changes, int otherwise, const void* pc) {
  make_call(FileCall(fd, changes), pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF), nullptr;
  if (d->node == nullptr && d->file < 0) return fails_with(otherwise), nullptr;
  return d;
}

off_t seek_in(FileDescription& d, off_t offset, int whence) {
  const off_t base = whence == SEEK_SET   ? 0
                     : whence == SEEK_CUR ? static_cast<off_t>(d.offset)
                     : d.node != nullptr  ? static_cast<off_t>(d.node->size)
                                          : 0;
  if (whence > SEEK_END || base + offset < 0) return fails_with(EINVAL);
  if (d.node != nullptr) acquire_clock(*d.node);
  trail.set(d.offset, static_cast<uint64_t>(base + offset));
  changed(d);
  return base + offset;
}
off_t seek(int fd, off_t offset, int whence, const void* pc) {
  FileDescription* d = file_of(fd, true, ESPIPE, pc);
  return d == nullptr ? -1 : seek_in(*d, offset, whence);
}

ssize_t read_at(int fd, const Parts& to, off_t offset, const void* pc) {
  FileDescription* d = file_of(fd, false, ESPIPE, pc);
  if (d == nullptr) return -1;
  if (offset < 0) return fails_with(EINVAL);
  if ((d->flags & O_ACCMODE) == O_WRONLY) return fails_with(EBADF);
  if (d->node == nullptr) return read_file(*d, to, pc);
  if (d->node->is_directory()) return fails_with(EISDIR);
  const uint64_t n = read_node(*d->node, static_cast<uint64_t>(offset), to, pc);
  return n == UINT64_MAX ? fails_with(EIO) : static_cast<ssize_t>(n);
}
ssize_t write_at(int fd, const Parts& from, off_t offset, const void* pc) {
  for (int i = 0; i < from.count; ++i) plain_access(from.parts[i].iov_base, from.parts[i].iov_len, false, pc);
  FileDescription* d = file_of(fd, true, ESPIPE, pc);
  if (d == nullptr) return -1;
  if (offset < 0) return fails_with(EINVAL);
  if (d->node == nullptr || (d->flags & O_ACCMODE) == O_RDONLY) return write_file(*d, from, pc);
  // With O_APPEND, Linux ignores the offset.
  const bool appends = (d->flags & O_APPEND) != 0;
  return static_cast<ssize_t>(write_node(*d->node, appends ? d->node->size : static_cast<uint64_t>(offset), from));
}

int truncate_at(int fd, off_t size, const void* pc) {
  FileDescription* d = file_of(fd, true, EINVAL, pc);
  if (d == nullptr) return -1;
  if (size < 0 || d->node == nullptr || !d->node->is_regular() || (d->flags & O_ACCMODE) == O_RDONLY)
    return fails_with(EINVAL);
  resize(*d->node, static_cast<uint64_t>(size));
  return 0;
}
int grow(int fd, int mode, off_t offset, off_t size, const void* pc) {  // fallocate
  FileDescription* d = file_of(fd, true, ESPIPE, pc);
  if (d == nullptr) return -1;
  if (offset < 0 || size <= 0 || d->node == nullptr) return fails_with(EINVAL);
  if (mode != 0) world.cannot_follow("the program uses a mode of fallocate that is not simulated", location(pc));
  if (static_cast<uint64_t>(offset + size) > d->node->size) resize(*d->node, static_cast<uint64_t>(offset + size));
  return 0;
}

// flock. The description owns the lock, so threads with other descriptions of the file block on it.
struct Lock : Call {
  int fd, wanted;  // 0: none, 1: shared, 2: exclusive
  bool at_once;
  Lock(int fd, int wanted, bool at_once) : fd(fd), wanted(wanted), at_once(at_once) {}
  bool can_be_done(WaitsFor& why) const override {
    why = WaitsFor::Event;
    const FileDescription* d = description_of(fd);
    if (d == nullptr || d->node == nullptr || wanted == 0) return true;
    const FileNode& node = *d->node;
    const uint32_t sharers = node.lock_sharers - (d->lock == 1 ? 1 : 0);
    return (node.locked_by == nullptr || node.locked_by == d) && (wanted == 1 || sharers == 0);
  }
  bool waits() const override { return !at_once; }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    for_each_past(fd, [&](const FileDescription& d) { touch(all, d.node, true); });
  }
  Address object() const override { return slot_of(fd).address(); }
};
int lock_file(int fd, int operation, const void* pc) {
  const int kind = operation & ~LOCK_NB;
  const int wanted = kind == LOCK_SH ? 1 : kind == LOCK_EX ? 2 : 0;
  if (wanted == 0 && kind != LOCK_UN) return fails_with(EINVAL);
  const Lock call(fd, wanted, (operation & LOCK_NB) != 0);
  make_call(call, pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (d->node == nullptr) return fails_with(EINVAL);
  WaitsFor ignored = WaitsFor::Nothing;
  if (!call.can_be_done(ignored)) {
    record_reads_only(call);
    return fails_with(EWOULDBLOCK);
  }
  unlock(*d);
  trail.set(d->lock, wanted);
  if (wanted == 2) trail.set(d->node->locked_by, d);
  if (wanted == 1) trail.set(d->node->lock_sharers, d->node->lock_sharers + 1);
  file_changed(*d->node);
  return 0;
}

// The C library calls these functions in the middle of an operation on a stream, so they must not park. The thread has
// parked before the operation (stream_step).
int descriptor_of(void* cookie) { return static_cast<int>(reinterpret_cast<intptr_t>(cookie)); }
ssize_t stream_read(void* cookie, char* to, size_t size) {
  FileDescription* d = file_at(descriptor_of(cookie));
  if (d == nullptr) return fails_with(EBADF);
  const iovec part{to, size};
  memory.make_writable(reinterpret_cast<uint64_t>(to), size);
  return read_file(*d, {&part, 1}, nullptr);
}
ssize_t stream_write(void* cookie, const char* from, size_t size) {
  FileDescription* d = file_at(descriptor_of(cookie));
  if (d == nullptr) return fails_with(EBADF);
  const iovec part{const_cast<char*>(from), size};
  return write_file(*d, {&part, 1}, nullptr);
}
int stream_seek(void* cookie, off64_t* offset, int whence) {
  FileDescription* d = file_at(descriptor_of(cookie));
  const off_t at = d == nullptr ? fails_with(EBADF) : seek_in(*d, *offset, whence);
  if (at < 0) return -1;
  *offset = at;
  return 0;
}
int stream_close(void* cookie) {
  const int fd = descriptor_of(cookie);
  if (description_of(fd) == nullptr) return fails_with(EBADF);
  close_at(fd);
  return 0;
}

FILE* stream_of(int fd, const char* mode) {
  FILE* stream = fopencookie(reinterpret_cast<void*>(static_cast<intptr_t>(fd)), mode,
                             {stream_read, stream_write, stream_seek, stream_close});
  if (stream != nullptr) stream->_fileno = fd;  // for fileno() and stream_step()
  return stream;
}

FILE* open_stream(const char* path, const char* mode, const void* pc) {
  reads_text(mode, std::strlen(mode) + 1, pc);
  int flags = mode[0] == 'r' ? O_RDONLY : mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : O_WRONLY | O_CREAT | O_APPEND;
  if (std::strchr(mode, '+') != nullptr) flags = (flags & ~O_ACCMODE) | O_RDWR;
  if (std::strchr(mode, 'x') != nullptr) flags |= O_EXCL;
  const int fd = open_file(path, flags, 0666, pc);
  return fd < 0 ? nullptr : stream_of(fd, mode);
}

// Creates and opens a file without a name.
int open_nameless(const void* pc) {
  make_call(Open(1), pc);
  const int fd = lowest_free();
  if (fd < 0) return fails_with(EMFILE);
  FileDescription* file = new_description("the file", O_RDWR, location(pc));
  file->node = new_node(S_IFREG | 0600, location(pc));
  trail.set(file->node->links, 0);
  open_at(fd, file);
  return fd;
}

int about(int fd, struct stat* to, const void* pc) {
  make_call(FileCall(fd, false), pc);
  const FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  plain_access(to, sizeof *to, true, pc);
  std::memset(to, 0, sizeof *to);
  if (d->node != nullptr) {
    acquire_clock(*d->node);
    *to = about_node(*d->node);
    return 0;
  }
  to->st_mode = d->is_socket ? S_IFSOCK | 0777 : S_IFIFO | 0600;
  if (d->file < 0) return 0;
  memory.make_writable(reinterpret_cast<uint64_t>(to), sizeof *to);
  return static_cast<int>(::syscall(SYS_fstat, d->file, to));
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
MOVER_EXPORT int open64(const char* path, int flags, ...) __attribute__((alias("open")));
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
  reads_text(mode, std::strlen(mode) + 1, PC);
  if (file_at(fd) != nullptr) return stream_of(fd, mode);
  world.cannot_follow("the program makes a stream of a pipe or socket (fdopen), which is not simulated", location(PC));
}
MOVER_EXPORT int openat(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = va_arg(arguments, unsigned);
  va_end(arguments);
  if (!world.controls()) return static_cast<int>(::syscall(SYS_openat, directory, path, flags, mode));
  return open_file_at(directory, path, flags, mode, PC);
}
MOVER_EXPORT int openat64(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = va_arg(arguments, unsigned);
  va_end(arguments);
  if (!world.controls()) return static_cast<int>(::syscall(SYS_openat, directory, path, flags, mode));
  return open_file_at(directory, path, flags, mode, PC);
}
// Shared-memory objects are simulated as files in /dev/shm.
static const char* path_of_memory(const char* name, const void* pc) {
  reads_text(name, std::strlen(name) + 1, pc);
  while (*name == '/') ++name;
  return undoable_text(std::string("/dev/shm/") + name);
}
MOVER_EXPORT int shm_open(const char* name, int flags, mode_t mode) {
  if (!world.controls()) return REAL(shm_open)(name, flags, mode);
  if (std::strlen(name) > NAME_MAX) return fails_with(ENAMETOOLONG);
  return open_file(path_of_memory(name, PC), flags | O_NOFOLLOW | O_CLOEXEC, mode, PC);
}
MOVER_EXPORT int memfd_create(const char* name, unsigned flags) noexcept {
  return world.controls() ? open_nameless(PC) : REAL(memfd_create)(name, flags);
}
MOVER_EXPORT FILE* tmpfile() {
  if (!world.controls()) return REAL(tmpfile)();
  const int fd = open_nameless(PC);
  return fd < 0 ? nullptr : stream_of(fd, "w+");
}

// Defines the function by its name and by its name for large files.
#define FILE_CALL(type, name, name64, parameters, otherwise, ours) \
  MOVER_EXPORT type name parameters {                              \
    if (!world.controls() || !is_ours(fd)) return otherwise;       \
    return ours;                                                   \
  }                                                                \
  MOVER_EXPORT type name64 parameters {                            \
    if (!world.controls() || !is_ours(fd)) return otherwise;       \
    return ours;                                                   \
  }
FILE_CALL(off_t, lseek, lseek64, (int fd, off_t offset, int whence), ::syscall(SYS_lseek, fd, offset, whence),
          seek(fd, offset, whence, PC))
MOVER_EXPORT int fstat(int fd, struct stat* to) noexcept {
  if (!world.controls() || !is_ours(fd)) return static_cast<int>(::syscall(SYS_fstat, fd, to));
  return about(fd, to, PC);
}
MOVER_EXPORT int fstat64(int fd, struct stat64* to) noexcept {
  if (!world.controls() || !is_ours(fd)) return static_cast<int>(::syscall(SYS_fstat, fd, to));
  return about(fd, reinterpret_cast<struct stat*>(to), PC);
}
FILE_CALL(int, ftruncate, ftruncate64, (int fd, off_t size), static_cast<int>(::syscall(SYS_ftruncate, fd, size)),
          truncate_at(fd, size, PC))
FILE_CALL(int, fallocate, fallocate64, (int fd, int mode, off_t offset, off_t size),
          static_cast<int>(::syscall(SYS_fallocate, fd, mode, offset, size)), grow(fd, mode, offset, size, PC))
FILE_CALL(int, posix_fallocate, posix_fallocate64, (int fd, off_t offset, off_t size),
          ::syscall(SYS_fallocate, fd, 0, offset, size) == 0 ? 0 : errno,
          grow(fd, 0, offset, size, PC) == 0 ? 0 : errno)
FILE_CALL(ssize_t, pread, pread64, (int fd, void* to, size_t size, off_t offset),
          ::syscall(SYS_pread64, fd, to, size, offset), read_at(fd, one_part(to, size), offset, PC))
FILE_CALL(ssize_t, pwrite, pwrite64, (int fd, const void* from, size_t size, off_t offset),
          ::syscall(SYS_pwrite64, fd, from, size, offset), write_at(fd, one_part(from, size), offset, PC))
FILE_CALL(ssize_t, preadv, preadv64, (int fd, const iovec* parts, int count, off_t offset),
          ::syscall(SYS_preadv, fd, parts, count, offset, 0), read_at(fd, Parts{parts, count}, offset, PC))
FILE_CALL(ssize_t, pwritev, pwritev64, (int fd, const iovec* parts, int count, off_t offset),
          ::syscall(SYS_pwritev, fd, parts, count, offset, 0), write_at(fd, Parts{parts, count}, offset, PC))
MOVER_EXPORT int fsync(int fd) { return world.controls() && is_ours(fd) ? 0 : REAL(fsync)(fd); }
MOVER_EXPORT int fdatasync(int fd) { return world.controls() && is_ours(fd) ? 0 : REAL(fdatasync)(fd); }
MOVER_EXPORT int posix_fadvise(int fd, off_t offset, off_t size, int advice) {
  return world.controls() && is_ours(fd) ? 0 : REAL(posix_fadvise)(fd, offset, size, advice);
}
MOVER_EXPORT void sync() {
  if (!world.controls()) REAL(sync)();
}
MOVER_EXPORT int flock(int fd, int operation) {
  if (!world.controls() || !is_ours(fd)) return static_cast<int>(::syscall(SYS_flock, fd, operation));
  return lock_file(fd, operation, PC);
}
// The process owns the locks of lockf and fcntl, so its threads never block on them.
MOVER_EXPORT int lockf(int fd, int command, off_t size) {
  if (!world.controls() || !is_ours(fd)) return REAL(lockf)(fd, command, size);
  if (world.has_processes())
    world.cannot_follow("one of several processes locks a file (lockf), which is not simulated", location(PC));
  return description_of(fd) == nullptr ? fails_with(EBADF) : 0;
}

// Copies from one file to another. Like the real calls, it may copy less than `size`: here at most 4096 bytes.
static ssize_t copy_between(int in, off_t* from, int out, off_t* to, size_t size, const void* pc) {
  if (!is_ours(in) || !is_ours(out))
    world.cannot_follow("the program copies from or to a descriptor that was open before main", location(pc));
  uint8_t buffer[4096];
  iovec part{buffer, std::min(size, sizeof buffer)};
  if (from != nullptr) plain_access(from, sizeof *from, true, pc);
  if (to != nullptr) plain_access(to, sizeof *to, true, pc);
  const ssize_t n = from != nullptr ? read_at(in, {&part, 1}, *from, pc) : receive(in, {&part, 1}, 0, pc);
  if (n <= 0) return n;
  part.iov_len = static_cast<size_t>(n);
  const ssize_t written = to != nullptr ? write_at(out, {&part, 1}, *to, pc) : send(out, {&part, 1}, 0, pc);
  if (written < 0) return written;
  if (from != nullptr) *from += written;
  if (to != nullptr) *to += written;
  return written;
}
MOVER_EXPORT ssize_t sendfile(int out, int in, off_t* from, size_t size) noexcept {
  return world.controls() ? copy_between(in, from, out, nullptr, size, PC) : REAL(sendfile)(out, in, from, size);
}
MOVER_EXPORT ssize_t sendfile64(int out, int in, off64_t* from, size_t size) noexcept {
  return world.controls() ? copy_between(in, from, out, nullptr, size, PC) : REAL(sendfile64)(out, in, from, size);
}
MOVER_EXPORT ssize_t copy_file_range(int in, off64_t* from, int out, off64_t* to, size_t size, unsigned flags) {
  return world.controls() ? copy_between(in, from, out, to, size, PC)
                          : REAL(copy_file_range)(in, from, out, to, size, flags);
}

// Calls that are not simulated.
#define NO_FILE(type, name, parameters, arguments)                                            \
  MOVER_EXPORT type name parameters {                                                         \
    if (!world.controls()) return REAL(name) arguments;                                       \
    world.cannot_follow("the program calls " #name ", which is not simulated", location(PC)); \
  }
NO_FILE(FILE*, freopen, (const char* p, const char* m, FILE* f), (p, m, f))

namespace mover::runtime {

// An operation on a stream of a file. It may read or write the file, because it may fill or flush the stream's buffer.
struct StreamCall : Call {
  int fd;
  bool closes;
  StreamCall(int fd, bool closes) : fd(fd), closes(closes) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    FileCall(fd, true).touches(all);
    if (closes) touch_closing(fd, all);
  }
  Address object() const override { return slot_of(fd).address(); }
};

void stream_step(FILE* stream, const void* pc, bool closes) {
  if (stream == stdin && !closes) relies_on(Assumption::StandardInput, "reads it at", pc);
  if (stream == stdin) changes_state(process_state.standard_input, pc);
  use_memory_of_stream(stream, closes, pc);
  if (!world.controls() || stream == nullptr || !is_ours(stream->_fileno) || description_of(stream->_fileno) == nullptr)
    return;
  make_call(StreamCall(stream->_fileno, closes), pc);
}

}  // namespace mover::runtime

#define STREAM_CALL(type, name, parameters, arguments)          \
  MOVER_EXPORT type name parameters {                           \
    stream_step(stream, PC, std::strcmp(#name, "fclose") == 0); \
    return REAL(name) arguments;                                \
  }
STREAM_CALL(int, fclose, (FILE * stream), (stream))
STREAM_CALL(int, fputc, (int c, FILE* stream), (c, stream))
STREAM_CALL(int, putc, (int c, FILE* stream), (c, stream))
STREAM_CALL(int, fgetc, (FILE * stream), (stream))
STREAM_CALL(int, getc, (FILE * stream), (stream))
STREAM_CALL(int, fseek, (FILE * stream, long offset, int whence), (stream, offset, whence))
STREAM_CALL(int, fseeko, (FILE * stream, off_t offset, int whence), (stream, offset, whence))
STREAM_CALL(int, fseeko64, (FILE * stream, off64_t offset, int whence), (stream, offset, whence))
STREAM_CALL(long, ftell, (FILE * stream), (stream))
STREAM_CALL(off_t, ftello, (FILE * stream), (stream))
STREAM_CALL(void, rewind, (FILE * stream), (stream))
STREAM_CALL(int, ungetc, (int c, FILE* stream), (c, stream))
STREAM_CALL(int, getw, (FILE * stream), (stream))
STREAM_CALL(int, putw, (int w, FILE* stream), (w, stream))
STREAM_CALL(int, feof, (FILE * stream) noexcept, (stream))
STREAM_CALL(int, ferror, (FILE * stream) noexcept, (stream))
STREAM_CALL(void, clearerr, (FILE * stream) noexcept, (stream))

// Flushes all streams, so it may write to every open file.
struct FlushAll : Call {
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    touch(all, &descriptors->numbers, false);
    for (const Slot& slot : descriptors->slots)
      if (slot.description != nullptr) touch(all, slot.description, true), touch(all, slot.description->node, true);
  }
  Address object() const override { return descriptors->numbers.address(); }
};
MOVER_EXPORT int fflush(FILE* stream) {
  if (world.controls() && stream == nullptr) make_call(FlushAll(), PC);
  stream_step(stream, PC);
  return REAL(fflush)(stream);
}
