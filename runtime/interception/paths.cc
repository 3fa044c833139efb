// Intercepts functions that take paths of files: they read and change attributes, and create, remove and rename files
// (channels/file_system.h).
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <utime.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/real.h"
#include "channels/file_system.h"
#include "channels/files.h"
#include "memory/access.h"
#include "memory/memory.h"
#include "memory/transfer.h"
#include "scheduling/assumptions.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace mover::runtime {
void* allocate_for_program(size_t size, const void* pc);  // interception/memory.cc
}  // namespace mover::runtime

namespace {

void read_path(const char* path, const void* pc) { reads_text(path, std::strlen(path) + 1, pc); }

// Parks at an operation on the path, and looks the path up when the operation is scheduled.
Found reach_path(const PathUse& use, const void* pc) {
  read_path(use.path, pc);
  const FileCall call(use);
  make_call(call, pc);
  const Found found = find(use);
  if (found.entry != nullptr) acquire_clock(*found.entry);
  if (found.node() != nullptr) acquire_clock(*found.node());
  if (!use.creates) depends_on_file(found, use.path, pc);
  if (found.error != 0) record_reads_only(call);
  return found;
}

PathUse names_only(const char* path, int directory) {
  PathUse use{path, directory};
  use.follows = false;
  use.changes_name = true;
  return use;
}

int about_path(int directory, const char* path, struct stat* to, bool follows, const void* pc) {
  PathUse use{path, directory};
  use.follows = follows;
  const Found found = reach_path(use, pc);
  if (found.error != 0) return fails_with(found.error);
  plain_access(to, sizeof *to, true, pc);
  *to = about_node(*found.node());
  return 0;
}

int access_path(int directory, const char* path, int mode, int flags, const void* pc) {
  PathUse use{path, directory};
  use.follows = (flags & AT_SYMLINK_NOFOLLOW) == 0;
  const Found found = reach_path(use, pc);
  if (found.error != 0) return fails_with(found.error);
  return mode == F_OK || may_access(*found.node(), mode) ? 0 : fails_with(EACCES);
}

// Returns an error number if the program may not create or remove the name, otherwise 0.
int refusal(const Found& found) {
  if (found.entry == nullptr) return found.error;
  if (found.parent == nullptr) return EBUSY;  // the root
  if (found.parent->node == nullptr || !found.parent->node->is_directory()) return ENOENT;
  return may_access(*found.parent->node, W_OK | X_OK) ? 0 : EACCES;
}

void drop_link(FileNode& node) {
  trail.set(node.links, node.links - 1);
  file_changed(node);
}

int unlink_path(int directory, const char* path, const void* pc) {
  PathUse use = names_only(path, directory);
  use.changes_file = true;
  const Found found = reach_path(use, pc);
  if (found.error != 0) return fails_with(found.error);
  if (found.node()->is_directory()) return fails_with(EISDIR);
  if (const int refused = refusal(found)) return fails_with(refused);
  drop_link(*found.node());
  put_name(*found.entry, found.parent, nullptr);
  return 0;
}

int remove_directory(int directory, const char* path, const void* pc) {
  PathUse use = names_only(path, directory);
  use.lists = true;
  const Found found = reach_path(use, pc);
  if (found.error != 0) return fails_with(found.error);
  if (!found.node()->is_directory()) return fails_with(ENOTDIR);
  if (const int refused = refusal(found)) return fails_with(refused);
  if (!names_in(*found.entry).empty()) return fails_with(ENOTEMPTY);
  put_name(*found.entry, found.parent, nullptr);
  return 0;
}

int make_directory(int directory, const char* path, mode_t mode, const void* pc) {
  PathUse use{path, directory};
  use.follows = false;
  use.creates = true;
  const Found found = reach_path(use, pc);
  if (found.node() != nullptr) return fails_with(EEXIST);
  if (const int refused = refusal(found)) return fails_with(refused);
  put_name(*found.entry, found.parent, new_node(S_IFDIR | (mode & 07777 & ~file_mode_mask()), location(pc)));
  return 0;
}

int make_link(const char* target, int directory, const char* path, const void* pc) {
  PathUse use{path, directory};
  use.follows = false;
  use.creates = true;
  read_path(target, pc);
  const Found found = reach_path(use, pc);
  if (found.node() != nullptr) return fails_with(EEXIST);
  if (const int refused = refusal(found)) return fails_with(refused);
  FileNode* node = new_node(S_IFLNK | 0777, location(pc));
  node->target = undoable_text(target);
  node->size = std::strlen(target);
  put_name(*found.entry, found.parent, node);
  return 0;
}

int link_paths(int from_directory, const char* from, int to_directory, const char* to, bool follows, const void* pc) {
  PathUse old{from, from_directory}, anew{to, to_directory};
  old.follows = follows;
  old.changes_file = true;
  anew.follows = false;
  anew.creates = true;
  read_path(from, pc);
  read_path(to, pc);
  make_call(FileCall(old, false, anew), pc);
  const Found source = find(old), target = find(anew);
  if (source.error != 0) return fails_with(source.error);
  if (source.node()->is_directory()) return fails_with(EPERM);
  if (target.node() != nullptr) return fails_with(EEXIST);
  if (const int refused = refusal(target)) return fails_with(refused);
  trail.set(source.node()->links, source.node()->links + 1);
  file_changed(*source.node());
  put_name(*target.entry, target.parent, source.node());
  return 0;
}

int rename_paths(int from_directory, const char* from, int to_directory, const char* to, unsigned flags,
                 const void* pc) {
  PathUse old = names_only(from, from_directory), anew = names_only(to, to_directory);
  anew.lists = true;
  read_path(from, pc);
  read_path(to, pc);
  const FileCall call(old, false, anew);
  make_call(call, pc);
  const Found source = find(old), target = find(anew);
  if (source.error != 0) return record_reads_only(call), fails_with(source.error);
  if (target.entry == nullptr) return record_reads_only(call), fails_with(target.error);
  for (const Found* found : {&source, &target})
    if (const int refused = refusal(*found)) return fails_with(refused);
  if ((flags & RENAME_EXCHANGE) != 0)
    world.cannot_follow("the program exchanges two files by renameat2, which is not simulated", location(pc));
  FileNode* node = source.node();
  acquire_clock(*node);
  if (node == target.node()) return 0;
  if (FileNode* replaced = target.node()) {
    if ((flags & RENAME_NOREPLACE) != 0) return fails_with(EEXIST);
    if (node->is_directory() && !replaced->is_directory()) return fails_with(ENOTDIR);
    if (!node->is_directory() && replaced->is_directory()) return fails_with(EISDIR);
    if (replaced->is_directory() && !names_in(*target.entry).empty()) return fails_with(ENOTEMPTY);
    drop_link(*replaced);
  }
  if (node->is_directory()) {
    if (target.entry->path.starts_with(source.entry->path + "/")) return fails_with(EINVAL);
    if (node->real_path != nullptr)
      world.cannot_follow("the program renames a directory that it has not created, which is not simulated",
                          location(pc));
    move_names(*source.entry, *target.entry);
  }
  put_name(*source.entry, source.parent, nullptr);
  put_name(*target.entry, target.parent, node);
  return 0;
}

// Changes a file's attributes by f(node), which returns an error number or 0.
template <typename F>
int change_path(int directory, const char* path, bool follows, const void* pc, F f) {
  PathUse use{path, directory};
  use.follows = follows;
  use.changes_file = true;
  const Found found = reach_path(use, pc);
  if (found.error != 0) return fails_with(found.error);
  if (const int refused = f(*found.node())) return fails_with(refused);
  file_changed(*found.node());
  return 0;
}
template <typename F>
int change_descriptor(int fd, const void* pc, F f) {
  make_call(FileCall(fd, true), pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (d->node == nullptr) return fails_with(EINVAL);
  if (const int refused = f(*d->node)) return fails_with(refused);
  file_changed(*d->node);
  return 0;
}
int set_mode(FileNode& node, mode_t mode) {
  trail.set(node.about.st_mode, (node.about.st_mode & ~07777u) | (mode & 07777));
  return 0;
}
int set_owner(FileNode& node, uid_t user, gid_t group) {
  if (::syscall(SYS_geteuid) != 0) return EPERM;
  if (user != static_cast<uid_t>(-1)) trail.set(node.about.st_uid, user);
  if (group != static_cast<gid_t>(-1)) trail.set(node.about.st_gid, group);
  return 0;
}
int set_times(FileNode& node, const timespec* times) {
  if (times == nullptr) return 0;
  if (times[0].tv_nsec != UTIME_NOW && times[0].tv_nsec != UTIME_OMIT) trail.set(node.about.st_atim, times[0]);
  if (times[1].tv_nsec != UTIME_NOW && times[1].tv_nsec != UTIME_OMIT) trail.set(node.about.st_mtim, times[1]);
  return 0;
}

ssize_t read_link(int directory, const char* path, char* to, size_t size, const void* pc) {
  PathUse use{path, directory};
  use.follows = false;
  const Found found = reach_path(use, pc);
  if (found.error != 0) return fails_with(found.error);
  if (!found.node()->is_link()) return fails_with(EINVAL);
  const size_t length = std::min(size, std::strlen(found.node()->target));
  plain_access(to, length, true, pc);
  std::memcpy(to, found.node()->target, length);
  return static_cast<ssize_t>(length);
}

// A path on the thread's own stack, which backtracking restores. The thread may park while it uses the path, and the
// search may resume it several times from there. The first continuation would free the memory of a std::string.
struct KeptPath {
  size_t size;
  char bytes[PATH_MAX];
  explicit KeptPath(const std::string& path) : size(std::min(path.size(), sizeof bytes - 1)) {
    std::memcpy(bytes, path.data(), size);
    bytes[size] = 0;
  }
};

// Copies the text to `to`, or to a new block of the program's heap if `to` is null.
char* give_text(const KeptPath& text, char* to, const void* pc) {
  if (to == nullptr) to = static_cast<char*>(allocate_for_program(text.size + 1, pc));
  if (to == nullptr) return nullptr;
  plain_access(to, text.size + 1, true, pc);
  std::memcpy(to, text.bytes, text.size + 1);
  return to;
}

char* real_path(const char* path, char* to, const void* pc) {
  const Found found = reach_path({path, AT_FDCWD}, pc);
  if (found.error != 0) return fails_with(found.error), nullptr;
  return give_text(KeptPath(found.entry->path.empty() ? "/" : found.entry->path), to, pc);
}

// Replaces the Xs in the template so that f() succeeds. f() returns -1 and sets errno to EEXIST if the name exists.
template <typename F>
int make_unique(char* pattern, size_t suffix, F f, const void* pc) {
  const size_t length = std::strlen(pattern);
  reads_text(pattern, length + 1, pc);
  if (length < suffix + 6) return fails_with(EINVAL);
  char* xs = pattern + length - suffix - 6;
  if (std::memcmp(xs, "XXXXXX", 6) != 0) return fails_with(EINVAL);
  plain_access(xs, 6, true, pc);
  const uint32_t t = world.current_number();
  for (uint32_t i = 0; i < 10000; ++i) {
    char name[7];
    std::snprintf(name, sizeof name, "%02u%04u", t % 100, i);
    std::memcpy(xs, name, 6);
    const int result = f();
    if (result >= 0 || errno != EEXIST) return result;
  }
  return fails_with(EEXIST);
}

__attribute__((noinline)) void kernel_writes(void* to, size_t size, const void* pc) {
  plain_access(to, size, true, pc);
  memory.make_writable(reinterpret_cast<uint64_t>(to), size);
}

}  // namespace

// Defines a function that evaluates `ours` under control, and calls the real function otherwise.
#define PATH_CALL(type, name, parameters, arguments, ours) \
  MOVER_EXPORT type name parameters noexcept { return world.controls() ? ours : REAL(name) arguments; }

PATH_CALL(int, stat, (const char* p, struct stat* to), (p, to), about_path(AT_FDCWD, p, to, true, PC))
PATH_CALL(int, lstat, (const char* p, struct stat* to), (p, to), about_path(AT_FDCWD, p, to, false, PC))
PATH_CALL(int, stat64, (const char* p, struct stat64* to), (p, to),
          about_path(AT_FDCWD, p, reinterpret_cast<struct stat*>(to), true, PC))
PATH_CALL(int, lstat64, (const char* p, struct stat64* to), (p, to),
          about_path(AT_FDCWD, p, reinterpret_cast<struct stat*>(to), false, PC))
static int about_at(int directory, const char* path, struct stat* to, int flags, const void* pc) {
  if (*path == 0 && (flags & AT_EMPTY_PATH) != 0) return fstat(directory, to);
  return about_path(directory, path, to, (flags & AT_SYMLINK_NOFOLLOW) == 0, pc);
}
PATH_CALL(int, fstatat, (int d, const char* p, struct stat* to, int f), (d, p, to, f), about_at(d, p, to, f, PC))
PATH_CALL(int, fstatat64, (int d, const char* p, struct stat64* to, int f), (d, p, to, f),
          about_at(d, p, reinterpret_cast<struct stat*>(to), f, PC))
static int about_extended(int directory, const char* path, int flags, struct statx* to, const void* pc) {
  if (*path == 0 && (flags & AT_EMPTY_PATH) != 0)
    world.cannot_follow("the program calls statx for a descriptor, which is not simulated", location(pc));
  PathUse use{path, directory};
  use.follows = (flags & AT_SYMLINK_NOFOLLOW) == 0;
  const Found found = reach_path(use, pc);
  if (found.error != 0) return fails_with(found.error);
  plain_access(to, sizeof *to, true, pc);
  const struct stat about = about_node(*found.node());
  const auto time = [](const timespec& t) { return statx_timestamp{t.tv_sec, static_cast<uint32_t>(t.tv_nsec), {}}; };
  struct statx made{};
  made.stx_mask = STATX_BASIC_STATS;
  made.stx_blksize = static_cast<uint32_t>(about.st_blksize);
  made.stx_nlink = static_cast<uint32_t>(about.st_nlink);
  made.stx_uid = about.st_uid;
  made.stx_gid = about.st_gid;
  made.stx_mode = static_cast<uint16_t>(about.st_mode);
  made.stx_ino = about.st_ino;
  made.stx_size = static_cast<uint64_t>(about.st_size);
  made.stx_blocks = static_cast<uint64_t>(about.st_blocks);
  made.stx_atime = time(about.st_atim);
  made.stx_mtime = time(about.st_mtim);
  made.stx_ctime = time(about.st_ctim);
  made.stx_dev_major = major(about.st_dev);
  made.stx_dev_minor = minor(about.st_dev);
  made.stx_rdev_major = major(about.st_rdev);
  made.stx_rdev_minor = minor(about.st_rdev);
  std::memcpy(to, &made, sizeof made);
  return 0;
}
PATH_CALL(int, statx, (int d, const char* p, int f, unsigned mask, struct statx* to), (d, p, f, mask, to),
          about_extended(d, p, f, to, PC))
PATH_CALL(int, access, (const char* p, int mode), (p, mode), access_path(AT_FDCWD, p, mode, 0, PC))
PATH_CALL(int, euidaccess, (const char* p, int mode), (p, mode), access_path(AT_FDCWD, p, mode, 0, PC))
PATH_CALL(int, faccessat, (int d, const char* p, int mode, int f), (d, p, mode, f), access_path(d, p, mode, f, PC))

PATH_CALL(int, unlink, (const char* p), (p), unlink_path(AT_FDCWD, p, PC))
PATH_CALL(int, unlinkat, (int d, const char* p, int f), (d, p, f),
          (f & AT_REMOVEDIR) != 0 ? remove_directory(d, p, PC) : unlink_path(d, p, PC))
static int remove_path(const char* path, const void* pc) {
  if (unlink_path(AT_FDCWD, path, pc) == 0) return 0;
  return errno == EISDIR ? remove_directory(AT_FDCWD, path, pc) : -1;
}
PATH_CALL(int, remove, (const char* p), (p), remove_path(p, PC))
PATH_CALL(int, rmdir, (const char* p), (p), remove_directory(AT_FDCWD, p, PC))
PATH_CALL(int, mkdir, (const char* p, mode_t mode), (p, mode), make_directory(AT_FDCWD, p, mode, PC))
PATH_CALL(int, mkdirat, (int d, const char* p, mode_t mode), (d, p, mode), make_directory(d, p, mode, PC))
PATH_CALL(int, rename, (const char* a, const char* b), (a, b), rename_paths(AT_FDCWD, a, AT_FDCWD, b, 0, PC))
PATH_CALL(int, renameat, (int c, const char* a, int d, const char* b), (c, a, d, b), rename_paths(c, a, d, b, 0, PC))
PATH_CALL(int, renameat2, (int c, const char* a, int d, const char* b, unsigned f), (c, a, d, b, f),
          rename_paths(c, a, d, b, f, PC))
PATH_CALL(int, link, (const char* a, const char* b), (a, b), link_paths(AT_FDCWD, a, AT_FDCWD, b, false, PC))
PATH_CALL(int, linkat, (int c, const char* a, int d, const char* b, int f), (c, a, d, b, f),
          link_paths(c, a, d, b, (f & AT_SYMLINK_FOLLOW) != 0, PC))
PATH_CALL(int, symlink, (const char* t, const char* p), (t, p), make_link(t, AT_FDCWD, p, PC))
PATH_CALL(int, symlinkat, (const char* t, int d, const char* p), (t, d, p), make_link(t, d, p, PC))
PATH_CALL(ssize_t, readlink, (const char* p, char* to, size_t n), (p, to, n), read_link(AT_FDCWD, p, to, n, PC))
PATH_CALL(ssize_t, readlinkat, (int d, const char* p, char* to, size_t n), (d, p, to, n), read_link(d, p, to, n, PC))
PATH_CALL(char*, realpath, (const char* p, char* to), (p, to), real_path(p, to, PC))
PATH_CALL(char*, canonicalize_file_name, (const char* p), (p), real_path(p, nullptr, PC))
MOVER_EXPORT char* __realpath_chk(const char* path, char* to, size_t) noexcept { return realpath(path, to); }

static int truncate_path(const char* path, off_t size, const void* pc) {
  return change_path(AT_FDCWD, path, true, pc, [&](FileNode& node) {
    if (node.is_directory()) return EISDIR;
    if (size < 0 || !node.is_regular()) return EINVAL;
    if (!may_access(node, W_OK)) return EACCES;
    resize(node, static_cast<uint64_t>(size));
    return 0;
  });
}
PATH_CALL(int, truncate, (const char* p, off_t n), (p, n), truncate_path(p, n, PC))
PATH_CALL(int, truncate64, (const char* p, off64_t n), (p, n), truncate_path(p, n, PC))
PATH_CALL(int, chmod, (const char* p, mode_t mode), (p, mode),
          change_path(AT_FDCWD, p, true, PC, [&](FileNode& node) { return set_mode(node, mode); }))
PATH_CALL(int, fchmod, (int fd, mode_t mode), (fd, mode),
          change_descriptor(fd, PC, [&](FileNode& node) { return set_mode(node, mode); }))
PATH_CALL(int, fchmodat, (int d, const char* p, mode_t mode, int f), (d, p, mode, f),
          change_path(d, p, (f & AT_SYMLINK_NOFOLLOW) == 0, PC, [&](FileNode& node) { return set_mode(node, mode); }))
PATH_CALL(int, chown, (const char* p, uid_t u, gid_t g), (p, u, g),
          change_path(AT_FDCWD, p, true, PC, [&](FileNode& node) { return set_owner(node, u, g); }))
PATH_CALL(int, fchown, (int fd, uid_t u, gid_t g), (fd, u, g),
          change_descriptor(fd, PC, [&](FileNode& node) { return set_owner(node, u, g); }))
// Sets times of files. `times` contains the times of access and modification; null means now.
static int set_times_of(int directory, const char* path, bool follows, const timespec* times, const void* pc) {
  return change_path(directory, path, follows, pc, [&](FileNode& node) { return set_times(node, times); });
}
static const timespec* read_times(const timespec* times, const void* pc) {
  if (times != nullptr) plain_access(times, 2 * sizeof *times, false, pc);
  return times;
}
struct Times {
  timespec both[2];
  const timespec* given = nullptr;
  Times(const timeval* times, const void* pc) {
    if (times == nullptr) return;
    plain_access(times, 2 * sizeof *times, false, pc);
    for (int i = 0; i < 2; ++i) both[i] = {times[i].tv_sec, times[i].tv_usec * 1000};
    given = both;
  }
  Times(const utimbuf* times, const void* pc) {
    if (times == nullptr) return;
    plain_access(times, sizeof *times, false, pc);
    both[0] = {times->actime, 0};
    both[1] = {times->modtime, 0};
    given = both;
  }
};
PATH_CALL(int, utimensat, (int d, const char* p, const timespec* times, int f), (d, p, times, f),
          set_times_of(d, p, (f & AT_SYMLINK_NOFOLLOW) == 0, read_times(times, PC), PC))
PATH_CALL(int, utime, (const char* p, const utimbuf* times), (p, times),
          set_times_of(AT_FDCWD, p, true, Times(times, PC).given, PC))
PATH_CALL(int, utimes, (const char* p, const timeval* times), (p, times),
          set_times_of(AT_FDCWD, p, true, Times(times, PC).given, PC))
PATH_CALL(int, lutimes, (const char* p, const timeval* times), (p, times),
          set_times_of(AT_FDCWD, p, false, Times(times, PC).given, PC))
static int set_times_at(int fd, const timespec* times, const void* pc) {
  return change_descriptor(fd, pc, [&](FileNode& node) { return set_times(node, times); });
}
PATH_CALL(int, futimens, (int fd, const timespec* times), (fd, times), set_times_at(fd, read_times(times, PC), PC))
PATH_CALL(int, futimes, (int fd, const timeval* times), (fd, times), set_times_at(fd, Times(times, PC).given, PC))
static mode_t exchange_mask(mode_t mask, const void* pc) {
  make_call(FileDataCall(FileDataCall::Data::ModeMask, true), pc);
  const mode_t old = file_mode_mask();
  change_file_mode_mask(mask);
  return old;
}
PATH_CALL(mode_t, umask, (mode_t mask), (mask), exchange_mask(mask, PC))

// The working directory.
static int enter_directory(const char* path, int from, const void* pc) {
  PathUse use{path, from};
  use.enters = true;
  const Found found = reach_path(use, pc);
  if (found.error != 0) return fails_with(found.error);
  if (!found.node()->is_directory()) return fails_with(ENOTDIR);
  if (!may_access(*found.node(), X_OK)) return fails_with(EACCES);
  change_directory(*found.entry);
  return 0;
}
PATH_CALL(int, chdir, (const char* path), (path), enter_directory(path, AT_FDCWD, PC))
PATH_CALL(int, fchdir, (int fd), (fd), enter_directory(".", fd, PC))
static KeptPath present_directory(const void* pc) {
  make_call(FileDataCall(FileDataCall::Data::WorkingDirectory, false), pc);
  return KeptPath(working_directory());
}
static char* give_directory(char* to, size_t size, const void* pc) {
  const KeptPath path = present_directory(pc);
  if (to != nullptr && path.size >= size) return fails_with(size == 0 ? EINVAL : ERANGE), nullptr;
  return give_text(path, to, pc);
}
PATH_CALL(char*, getcwd, (char* to, size_t size), (to, size), give_directory(to, size, PC))
MOVER_EXPORT char* __getcwd_chk(char* to, size_t size, size_t) noexcept { return getcwd(to, size); }
MOVER_EXPORT char* get_current_dir_name() noexcept {
  return world.controls() ? give_text(present_directory(PC), nullptr, PC) : REAL(get_current_dir_name)();
}

// Temporary files and directories.
static int make_temporary(char* pattern, int suffix, int flags, const void* pc) {
  return make_unique(
      pattern, static_cast<size_t>(suffix),
      [&] { return open_file(pattern, O_RDWR | O_CREAT | O_EXCL | flags, 0600, pc); }, pc);
}
MOVER_EXPORT int mkstemp(char* t) { return world.controls() ? make_temporary(t, 0, 0, PC) : REAL(mkstemp)(t); }
MOVER_EXPORT int mkstemp64(char* t) { return world.controls() ? make_temporary(t, 0, 0, PC) : REAL(mkstemp64)(t); }
MOVER_EXPORT int mkostemp(char* t, int f) {
  return world.controls() ? make_temporary(t, 0, f, PC) : REAL(mkostemp)(t, f);
}
MOVER_EXPORT int mkstemps(char* t, int s) {
  return world.controls() ? make_temporary(t, s, 0, PC) : REAL(mkstemps)(t, s);
}
MOVER_EXPORT int mkostemps(char* t, int s, int f) {
  return world.controls() ? make_temporary(t, s, f, PC) : REAL(mkostemps)(t, s, f);
}
MOVER_EXPORT char* mktemp(char* t) noexcept {
  if (!world.controls()) return REAL(mktemp)(t);
  const void* pc = PC;
  if (make_unique(t, 0, [&] { return access(t, F_OK) == 0 ? fails_with(EEXIST) : 0; }, pc) < 0) *t = 0;
  return t;
}
MOVER_EXPORT char* mkdtemp(char* t) noexcept {
  if (!world.controls()) return REAL(mkdtemp)(t);
  const void* pc = PC;
  return make_unique(t, 0, [&] { return make_directory(AT_FDCWD, t, 0700, pc); }, pc) < 0 ? nullptr : t;
}

// Calls by which the kernel writes to the program's memory.
MOVER_EXPORT int uname(utsname* to) noexcept {
  if (world.controls()) kernel_writes(to, sizeof *to, PC);
  relies_on(Assumption::System, "calls `uname` at", PC);
  return REAL(uname)(to);
}
MOVER_EXPORT int getrusage(__rusage_who_t who, rusage* to) noexcept {
  if (world.controls()) kernel_writes(to, sizeof *to, PC);
  relies_on(Assumption::System, "calls `getrusage` at", PC);
  return REAL(getrusage)(who, to);
}

// Calls that are not simulated.
#define NO_PATH(type, name, parameters, arguments)                                            \
  MOVER_EXPORT type name parameters {                                                         \
    if (!world.controls()) return REAL(name) arguments;                                       \
    world.cannot_follow("the program calls " #name ", which is not simulated", location(PC)); \
  }
NO_PATH(int, mkfifo, (const char* p, mode_t m), (p, m))
NO_PATH(int, mknod, (const char* p, mode_t m, dev_t d), (p, m, d))
NO_PATH(char*, tmpnam, (char* p), (p))
NO_PATH(char*, tempnam, (const char* d, const char* p), (d, p))
NO_PATH(int, lchown, (const char* p, uid_t u, gid_t g), (p, u, g))
NO_PATH(int, chroot, (const char* p), (p))
