// Intercepts functions that read directories (channels/file_system.h).
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/real.h"
#include "channels/file_system.h"
#include "channels/files.h"
#include "memory/access.h"
#include "memory/heap.h"
#include "memory/memory.h"
#include "memory/transfer.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace mover::runtime {
void* allocate_for_program(size_t size, const void* pc);  // interception/memory.cc
void* allocate_for_library(size_t size, const void* pc);
}  // namespace mover::runtime

namespace {

// A DIR is a block of the program's heap, so that backtracking restores it with the heap. It contains the
// names that the directory had when it was opened.
struct Directory {
  dirent64 entry;
  int fd;
  uint64_t size, at;  // the size of the names that follow, and the offset of the next one
  char* names() { return reinterpret_cast<char*>(this + 1); }
};
static_assert(sizeof(dirent) == sizeof(dirent64));

struct List : Call {
  int fd;
  explicit List(int fd) : fd(fd) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    FileCall(fd, false).touches(all);
    const FileDescription* d = description_of(fd);
    if (d != nullptr && d->node != nullptr) touch(all, &d->node->listing, true);
  }
  Address object() const override { return slot_of(fd).address(); }
};

// The names in the open directory, each with a zero at its end, in undoable memory.
std::string_view names_listed(const FileDescription& directory) {
  const PathUse use{*directory.path == 0 ? "/" : directory.path, AT_FDCWD};
  const Found found = find(use);
  std::string all;
  for (const char* name : {".", ".."}) all.append(name).push_back('\0');
  if (found.node() == directory.node)
    for (const std::string& name : names_in(*found.entry)) all.append(name).push_back('\0');
  auto* kept = static_cast<char*>(undoable_memory(all.size()));
  std::memcpy(kept, all.data(), all.size());
  return {kept, all.size()};
}

DIR* list_directory(int fd, const void* pc) {
  make_call(List(fd), pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr || d->node == nullptr) return fails_with(d == nullptr ? EBADF : ENOTDIR), nullptr;
  if (!d->node->is_directory()) return fails_with(ENOTDIR), nullptr;
  acquire_clock(*d->node);
  const std::string_view all = names_listed(*d);
  auto* directory = static_cast<Directory*>(allocate_for_library(sizeof(Directory) + all.size(), pc));
  if (directory == nullptr) return nullptr;
  directory->fd = fd;
  directory->size = all.size();
  directory->at = 0;
  std::memcpy(directory->names(), all.data(), all.size());
  return reinterpret_cast<DIR*>(directory);
}

DIR* open_directory(const char* path, const void* pc) {
  const int fd = open_file(path, O_RDONLY | O_DIRECTORY, 0, pc);
  return fd < 0 ? nullptr : list_directory(fd, pc);
}

dirent64* next_entry(DIR* stream, const void* pc) {
  auto* directory = reinterpret_cast<Directory*>(stream);
  plain_access(directory, sizeof *directory, true, pc);
  if (directory->at >= directory->size) return nullptr;
  const char* name = directory->names() + directory->at;
  dirent64& entry = directory->entry;
  std::memset(&entry, 0, sizeof entry);
  std::strncpy(entry.d_name, name, sizeof entry.d_name - 1);
  directory->at += std::strlen(name) + 1;
  entry.d_off = static_cast<off64_t>(directory->at);
  entry.d_reclen = sizeof entry;
  entry.d_type = DT_UNKNOWN;
  entry.d_ino = directory->at;
  if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) {
    entry.d_type = DT_DIR;
    return &entry;
  }
  PathUse use{name, directory->fd};
  use.follows = false;
  if (const FileNode* node = find(use).node()) {
    entry.d_ino = node->about.st_ino;
    entry.d_type = static_cast<unsigned char>(node->about.st_mode >> 12 & 15);
  }
  return &entry;
}

int close_directory(DIR* stream, const void* pc) {
  auto* directory = reinterpret_cast<Directory*>(stream);
  const int fd = directory->fd;
  Block* block = heap.block_of(reinterpret_cast<uint64_t>(stream));
  if (block == nullptr || block->state != Block::State::Allocated) return fails_with(EBADF);
  plain_access(directory, block->size, true, pc);
  heap.free(world.current_number(), block, location(pc));
  return close(fd);
}

}  // namespace

MOVER_EXPORT DIR* opendir(const char* path) {
  return world.controls() ? open_directory(path, PC) : REAL(opendir)(path);
}
MOVER_EXPORT DIR* fdopendir(int fd) {
  return world.controls() && is_ours(fd) ? list_directory(fd, PC) : REAL(fdopendir)(fd);
}
MOVER_EXPORT dirent64* readdir64(DIR* d) { return world.controls() ? next_entry(d, PC) : REAL(readdir64)(d); }
MOVER_EXPORT dirent* readdir(DIR* d) {
  return world.controls() ? reinterpret_cast<dirent*>(next_entry(d, PC)) : REAL(readdir)(d);
}
static int scan_directory(const char* path, dirent*** list, int (*is_wanted)(const dirent*),
                          int (*compare)(const dirent**, const dirent**), const void* pc) {
  DIR* directory = open_directory(path, pc);
  if (directory == nullptr) return -1;
  const auto* listed = reinterpret_cast<Directory*>(directory);
  auto** entries = static_cast<dirent**>(
      allocate_for_program(listed->size * sizeof(dirent*), pc));  // large enough, as a name has at least two bytes
  size_t count = 0;
  while (const auto* entry = reinterpret_cast<dirent*>(next_entry(directory, pc))) {
    if (is_wanted != nullptr && is_wanted(entry) == 0) continue;
    auto* kept = static_cast<dirent*>(allocate_for_program(sizeof(dirent), pc));
    std::memcpy(kept, entry, sizeof *kept);
    entries[count++] = kept;
  }
  close_directory(directory, pc);
  for (size_t i = 0; i < count; ++i) {
    for (size_t at = i; at > 0 && compare != nullptr; --at) {
      const dirent *before = entries[at - 1], *added = entries[at];
      if (compare(&before, &added) <= 0) break;
      std::swap(entries[at - 1], entries[at]);
    }
  }
  plain_access(list, sizeof *list, true, pc);
  *list = entries;
  return static_cast<int>(count);
}
MOVER_EXPORT int scandir(const char* path, dirent*** list, int (*is_wanted)(const dirent*),
                         int (*compare)(const dirent**, const dirent**)) {
  return world.controls() ? scan_directory(path, list, is_wanted, compare, PC)
                          : REAL(scandir)(path, list, is_wanted, compare);
}
// Calls the C library's glob with functions that access the simulated file system.
MOVER_EXPORT int glob(const char* pattern, int flags, int (*fails)(const char*, int), glob_t* found) noexcept {
  if (!world.controls() || (flags & GLOB_ALTDIRFUNC) != 0) return REAL(glob)(pattern, flags, fails, found);
  plain_access(pattern, std::strlen(pattern) + 1, false, PC);
  plain_access(found, offsetof(glob_t, gl_flags) + sizeof found->gl_flags, true, PC);
  glob_t with_functions = *found;
  with_functions.gl_opendir = [](const char* path) -> void* { return opendir(path); };
  with_functions.gl_readdir = [](void* directory) { return readdir(static_cast<DIR*>(directory)); };
  with_functions.gl_closedir = [](void* directory) { closedir(static_cast<DIR*>(directory)); };
  with_functions.gl_stat = [](const char* path, struct stat* to) { return stat(path, to); };
  with_functions.gl_lstat = [](const char* path, struct stat* to) { return lstat(path, to); };
  const int result = REAL(glob)(pattern, flags | GLOB_ALTDIRFUNC, fails, &with_functions);
  found->gl_pathc = with_functions.gl_pathc;
  found->gl_pathv = with_functions.gl_pathv;
  found->gl_offs = with_functions.gl_offs;
  found->gl_flags = with_functions.gl_flags & ~GLOB_ALTDIRFUNC;
  return result;
}
MOVER_EXPORT int closedir(DIR* d) { return world.controls() ? close_directory(d, PC) : REAL(closedir)(d); }
MOVER_EXPORT void rewinddir(DIR* d) noexcept {
  if (!world.controls()) return REAL(rewinddir)(d);
  world.cannot_follow("the program calls rewinddir, which is not simulated", location(PC));
}
MOVER_EXPORT int dirfd(DIR* d) noexcept {
  return world.controls() ? reinterpret_cast<Directory*>(d)->fd : REAL(dirfd)(d);
}
