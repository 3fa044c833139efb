#include "files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "access.h"
#include "memory.h"
#include "transfer.h"

namespace mover::runtime {

namespace {

struct OpenFile {
  std::string path;
  int access;  // O_RDONLY, …
  int fd;
};
std::vector<OpenFile>& open_files() {
  static auto* all = new std::vector<OpenFile>;
  return *all;
}

constexpr const char* kNotPutBack =
    "files that the program writes are really written, in every execution that comes there, and not put back";

int silence = -1, kept = -1, real_error = 2;
const FILE* standard_output = nullptr;  // the program may let stdout be another stream, or none
bool keeps = false;

}  // namespace

// Files.

// The kernel writes so many bytes to the program's memory, or reads them: then no page of it may be protected.
static void prepare(const Parts& parts, uint64_t size, bool write, const void* pc) {
  for (int i = 0; i < parts.count && size != 0; ++i) {
    const uint64_t part = parts.parts[i].iov_len < size ? parts.parts[i].iov_len : size;
    size -= part;
    if (part == 0) continue;
    plain_access(parts.parts[i].iov_base, part, write, pc);
    if (write) memory.make_writable(reinterpret_cast<uint64_t>(parts.parts[i].iov_base), part);
  }
}

static uint64_t left_in(int file, uint64_t offset) {
  struct stat about {};
  ::syscall(SYS_fstat, file, &about);
  if (!S_ISREG(about.st_mode)) return UINT64_MAX;
  const auto size = static_cast<uint64_t>(about.st_size);
  return offset < size ? size - offset : 0;
}

ssize_t read_file(Description& description, const Parts& to, const void* pc) {
  if (description.is_random) {
    prepare(to, UINT64_MAX, true, pc);
    for (int i = 0; i < to.count; ++i) random_bytes(to.parts[i].iov_base, to.parts[i].iov_len);
    changed(description);
    return static_cast<ssize_t>(to.size());
  }
  const uint64_t left = left_in(description.file, description.offset);
  if (left == UINT64_MAX) world.not_covered("what is read from devices need not be the same every time");
  prepare(to, left, true, pc);
  const ssize_t n = ::syscall(SYS_preadv, description.file, to.parts, to.count, description.offset, 0);
  if (n > 0) {
    trail.set(description.offset, description.offset + static_cast<uint64_t>(n));
    changed(description);
  }
  return n;
}

ssize_t write_file(Description& description, const Parts& from, const void* pc) {
  world.note(kNotPutBack);
  if ((description.flags & O_APPEND) != 0) {
    struct stat about {};
    ::syscall(SYS_fstat, description.file, &about);
    trail.set(description.offset, static_cast<uint64_t>(about.st_size));
  }
  const ssize_t n = ::syscall(SYS_pwritev, description.file, from.parts, from.count, description.offset, 0);
  if (n > 0) {
    trail.set(description.offset, description.offset + static_cast<uint64_t>(n));
    changed(description);
  }
  return n;
}

int open_file(const char* path, int flags, unsigned mode, const void* pc) {
  make_call(Open(1), pc);
  const int number = lowest_free();
  if (number < 0) return static_cast<int>(fails_with(EMFILE));
  const int access = flags & O_ACCMODE;
  int fd = -1;
  for (const OpenFile& file : open_files())
    if (file.path == path && file.access == access) fd = file.fd;
  if (fd >= 0 && (flags & O_EXCL) != 0) world.not_covered("a file that was made in an earlier execution is made again");
  if (fd >= 0 && (flags & O_TRUNC) != 0) ::syscall(SYS_ftruncate, fd, 0);
  if (fd < 0) {
    const int low = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, (flags | O_CLOEXEC) & ~O_APPEND, mode));
    if (low < 0) return -1;
    struct stat about {};
    ::syscall(SYS_fstat, low, &about);
    if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode) && !S_ISCHR(about.st_mode))
      world.cannot_follow("the program opens a pipe or socket by its name, which is not controlled", location(pc));
    fd = low;
    open_files().push_back({path, access, fd});
  }
  if (access != O_RDONLY) world.note(kNotPutBack);
  Description* file = new_description("the file", flags, location(pc));
  file->file = fd;
  file->is_random = std::strcmp(path, "/dev/urandom") == 0 || std::strcmp(path, "/dev/random") == 0;
  open_at(number, file);
  return number;
}

// Descriptors of the kernel's.

ssize_t read_from_kernel(int fd, const Parts& to, const void* pc) {
  if (fd == STDIN_FILENO) return 0;
  struct stat about {};
  if (::syscall(SYS_fstat, fd, &about) != 0) return fails_with(EBADF);
  if (!S_ISREG(about.st_mode) && !S_ISCHR(about.st_mode))
    world.cannot_follow("the program reads from a pipe or socket that was there before main, which is not controlled",
                        location(pc));
  if (S_ISREG(about.st_mode)) world.not_covered("how far a file that was opened before main is read is not put back");
  prepare(to, UINT64_MAX, true, pc);
  return ::syscall(SYS_readv, fd, to.parts, to.count);
}

ssize_t write_to_kernel(int fd, const Parts& from, const void* pc) {
  prepare(from, UINT64_MAX, false, pc);
  if ((fd == STDOUT_FILENO || fd == STDERR_FILENO) && silence >= 0 && !keeps)
    return static_cast<ssize_t>(from.size());
  if (fd > STDERR_FILENO) world.note(kNotPutBack);
  return ::syscall(SYS_writev, fd, from.parts, from.count);
}

// Output.

void redirect_output() {
  real_error = static_cast<int>(::syscall(SYS_fcntl, STDERR_FILENO, F_DUPFD_CLOEXEC, 20));
  silence = static_cast<int>(::syscall(SYS_fcntl, ::syscall(SYS_open, "/dev/null", O_WRONLY | O_CLOEXEC), F_DUPFD_CLOEXEC, 20));
  kept = static_cast<int>(::syscall(SYS_fcntl, ::syscall(SYS_memfd_create, "output", MFD_CLOEXEC), F_DUPFD_CLOEXEC, 20));
  ::syscall(SYS_dup2, silence, STDOUT_FILENO);
  ::syscall(SYS_dup2, silence, STDERR_FILENO);
  standard_output = stdout;
}

int diagnostics() { return real_error; }

void keep_output(bool on) {
  if (silence < 0) return;  // a debugger shows it
  if (on) {
    ::syscall(SYS_ftruncate, kept, 0);
    ::syscall(SYS_lseek, kept, 0, SEEK_SET);
  }
  if (on == keeps) return;
  keeps = on;
  ::syscall(SYS_dup2, on ? kept : silence, STDOUT_FILENO);
  ::syscall(SYS_dup2, on ? kept : silence, STDERR_FILENO);
}

const std::string& kept_output() {
  static auto* text = new std::string;
  text->clear();
  if (!keeps) return *text;
  char buffer[4096];
  for (ssize_t n; (n = ::syscall(SYS_pread64, kept, buffer, sizeof buffer, text->size())) > 0;)
    text->append(buffer, static_cast<size_t>(n));
  // … and what the C library still has.
  const FILE* stream = standard_output;
  if (stream != nullptr && stream->_IO_write_ptr > stream->_IO_write_base)
    text->append(stream->_IO_write_base, static_cast<size_t>(stream->_IO_write_ptr - stream->_IO_write_base));
  return *text;
}

}  // namespace mover::runtime
