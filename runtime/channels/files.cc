#include "channels/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "channels/file_system.h"
#include "memory/access.h"
#include "memory/memory.h"
#include "memory/transfer.h"
#include "scheduling/assumptions.h"

namespace mover::runtime {

namespace {

int silence = -1, kept = -1, real_error = 2;
const FILE* standard_output = nullptr;  // the initial stdout: the program may assign another stream to stdout
bool keeps = false;

}  // namespace

// Files.

// Prepares for a system call that writes (`write`) or reads at most `size` bytes of the program's memory: records the
// accesses and makes the pages that the kernel will write writable.
static void prepare(const Parts& parts, uint64_t size, bool write, const void* pc) {
  for (int i = 0; i < parts.count && size != 0; ++i) {
    const uint64_t part = parts.parts[i].iov_len < size ? parts.parts[i].iov_len : size;
    size -= part;
    if (part == 0) continue;
    plain_access(parts.parts[i].iov_base, part, write, pc);
    if (write) memory.make_writable(reinterpret_cast<uint64_t>(parts.parts[i].iov_base), part);
  }
}

static ssize_t read_device(FileDescription& description, const Parts& to, const void* pc) {
  prepare(to, UINT64_MAX, true, pc);
  changed(description);
  if (description.is_random) {
    relies_on(Assumption::Random, "draws one at", pc);
    for (int i = 0; i < to.count; ++i) random_bytes(to.parts[i].iov_base, to.parts[i].iov_len);
    return static_cast<ssize_t>(to.size());
  }
  world.not_covered("a device may return other bytes in another execution");
  return ::syscall(SYS_readv, description.file, to.parts, to.count);
}

ssize_t read_file(FileDescription& description, const Parts& to, const void* pc) {
  if ((description.flags & O_ACCMODE) == O_WRONLY) return fails_with(EBADF);
  if (description.node == nullptr) return read_device(description, to, pc);
  if (description.node->is_directory()) return fails_with(EISDIR);
  const uint64_t n = read_node(*description.node, description.offset, to, pc);
  if (n == UINT64_MAX) return fails_with(EIO);
  if (n != 0) {
    trail.set(description.offset, description.offset + n);
    changed(description);
  }
  return static_cast<ssize_t>(n);
}

ssize_t write_file(FileDescription& description, const Parts& from, const void*) {
  if ((description.flags & O_ACCMODE) == O_RDONLY) return fails_with(EBADF);
  if (description.node == nullptr) return ::syscall(SYS_writev, description.file, from.parts, from.count);
  if ((description.flags & O_APPEND) != 0) trail.set(description.offset, description.node->size);
  const uint64_t n = write_node(*description.node, description.offset, from);
  trail.set(description.offset, description.offset + n);
  changed(description);
  return static_cast<ssize_t>(n);
}

static int open_device(const FileNode& node, int flags, const void* pc, FileDescription& description) {
  if (S_ISFIFO(node.about.st_mode) || S_ISSOCK(node.about.st_mode))
    world.cannot_follow("the program opens a pipe or socket by its name, which is not controlled", location(pc));
  struct Device {
    const char* path;
    int access, fd;
  };
  static auto* all = new std::vector<Device>;  // each is opened once for all executions
  for (const Device& device : *all)
    if (device.path == node.real_path && device.access == (flags & O_ACCMODE)) description.file = device.fd;
  if (description.file < 0) {
    description.file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, node.real_path, flags | O_CLOEXEC, 0));
    if (description.file < 0) return -1;
    all->push_back({node.real_path, flags & O_ACCMODE, description.file});
  }
  description.is_random =
      std::strcmp(node.real_path, "/dev/urandom") == 0 || std::strcmp(node.real_path, "/dev/random") == 0;
  return 0;
}

static int refusal(const Found& found, int flags) {
  const bool creates = (flags & O_CREAT) != 0;
  if (found.entry == nullptr) return found.error;
  const FileNode* node = found.node();
  if (node == nullptr) {
    if (!creates || found.parent == nullptr || found.parent->node == nullptr) return ENOENT;
    return may_access(*found.parent->node, W_OK | X_OK) ? 0 : EACCES;
  }
  if (creates && (flags & O_EXCL) != 0) return EEXIST;
  if (node->is_link()) return ELOOP;
  const int access = flags & O_ACCMODE;
  if (node->is_directory() && (access != O_RDONLY || creates)) return EISDIR;
  if (!node->is_directory() && (flags & O_DIRECTORY) != 0) return ENOTDIR;
  const int wanted = access == O_RDONLY ? R_OK : access == O_WRONLY ? W_OK : R_OK | W_OK;
  return may_access(*node, wanted) ? 0 : EACCES;
}

void depends_on_file(const Found& found, const char* path, const void* pc) {
  const FileNode* node = found.node();
  if (is_reported(Assumption::Files) || (node != nullptr && node->real_path == nullptr)) return;
  relies_on(Assumption::Files, "looks up " + std::string(path) + " at", pc);
}

int open_file_at(int directory, const char* path, int flags, unsigned mode, const void* pc) {
  if ((flags & O_TMPFILE) == O_TMPFILE)
    world.cannot_follow("the program opens a file with O_TMPFILE, which is not simulated", location(pc));
  PathUse use{path, directory};
  use.follows = (flags & O_NOFOLLOW) == 0 && (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL);
  use.creates = (flags & O_CREAT) != 0;
  use.changes_file = (flags & O_TRUNC) != 0;
  if (!is_private(path)) reads_text(path, std::strlen(path) + 1, pc);  // a path of the run-time: shm_open
  const FileCall call(use, true);
  make_call(call, pc);
  const int number = lowest_free();
  if (number < 0) return fails_with(EMFILE);
  const Found found = find(use);
  if (found.entry != nullptr) acquire_clock(*found.entry);
  if (!use.creates || found.node() != nullptr) depends_on_file(found, path, pc);
  if (const int error = refusal(found, flags)) {
    record_reads_only(call);
    return fails_with(error);
  }
  FileDescription* file = new_description("the file", flags & ~(O_CREAT | O_EXCL | O_TRUNC), location(pc));
  FileNode* node = found.node();
  if (node == nullptr) {
    node = new_node(S_IFREG | (mode & 07777 & ~file_mode_mask()), location(pc));
    put_name(*found.entry, found.parent, node);
  }
  if (!node->is_directory() && !node->is_regular()) {
    if (open_device(*node, flags & ~(O_CREAT | O_TRUNC), pc, *file) != 0) return -1;
  } else {
    file->node = node;
    if (node->is_directory()) file->path = undoable_text(found.entry->path);
    if ((flags & O_TRUNC) != 0 && node->is_regular() && node->size != 0) resize(*node, 0);
  }
  open_at(number, file);
  return number;
}

int open_file(const char* path, int flags, unsigned mode, const void* pc) {
  return open_file_at(AT_FDCWD, path, flags, mode, pc);
}

// The kernel's descriptors.

ssize_t read_from_kernel(int fd, const Parts& to, const void* pc) {
  if (fd == STDIN_FILENO) return relies_on(Assumption::StandardInput, "reads it at", pc), 0;
  struct stat about{};
  if (::syscall(SYS_fstat, fd, &about) != 0) return fails_with(EBADF);
  if (!S_ISREG(about.st_mode) && !S_ISCHR(about.st_mode))
    world.cannot_follow("the program reads from a pipe or socket that was there before main, which is not controlled",
                        location(pc));
  if (S_ISREG(about.st_mode))
    world.not_covered("the position in a file that was opened before main is not restored between executions");
  prepare(to, UINT64_MAX, true, pc);
  return ::syscall(SYS_readv, fd, to.parts, to.count);
}

ssize_t write_to_kernel(int fd, const Parts& from, const void* pc) {
  prepare(from, UINT64_MAX, false, pc);
  if ((fd == STDOUT_FILENO || fd == STDERR_FILENO) && silence >= 0 && !keeps) return static_cast<ssize_t>(from.size());
  if (fd > STDERR_FILENO)
    world.not_covered("output to descriptors that were open before main is really written, in every execution");
  return ::syscall(SYS_writev, fd, from.parts, from.count);
}

// Output.

void redirect_output() {
  real_error = static_cast<int>(::syscall(SYS_fcntl, STDERR_FILENO, F_DUPFD_CLOEXEC, 20));
  silence = static_cast<int>(
      ::syscall(SYS_fcntl, ::syscall(SYS_open, "/dev/null", O_WRONLY | O_CLOEXEC), F_DUPFD_CLOEXEC, 20));
  kept =
      static_cast<int>(::syscall(SYS_fcntl, ::syscall(SYS_memfd_create, "output", MFD_CLOEXEC), F_DUPFD_CLOEXEC, 20));
  ::syscall(SYS_dup2, silence, STDOUT_FILENO);
  ::syscall(SYS_dup2, silence, STDERR_FILENO);
  standard_output = stdout;
}

int diagnostics() { return real_error; }

void keep_output(bool on) {
  if (silence < 0) return;  // output is not redirected, so a debugger shows it
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
  // Adds the output that is still in the C library's buffer.
  const FILE* stream = standard_output;
  if (stream != nullptr && stream->_IO_write_ptr > stream->_IO_write_base)
    text->append(stream->_IO_write_base, static_cast<size_t>(stream->_IO_write_ptr - stream->_IO_write_base));
  return *text;
}

}  // namespace mover::runtime
