#include "channels/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <unordered_map>

#include "base/per_process.h"
#include "memory/access.h"
#include "memory/memory.h"
#include "memory/transfer.h"

namespace mover::runtime {

namespace {

constexpr uint64_t kLargest = 256 << 20;  // the size of the largest file that the program may change
constexpr dev_t kDevice = 0x4d;           // st_dev of files that the program creates

struct Names {
  std::unordered_map<std::string, Entry*> entries;
  std::map<std::pair<dev_t, ino_t>, FileNode*> hard_linked;
  Channel working;             // the choice of the working directory
  const char* directory = "";  // the working directory, in the form of Entry::path
  Channel masking;             // the choice of the file mode mask (umask)
  ino_t made[kMostThreads] = {};
};
Names* names = nullptr;
MOVER_PER_PROCESS mode_t file_mode = 0;  // umask

std::string real_path_of(const std::string& path) { return path.empty() ? "/" : path; }

FileNode* real_node(const std::string& path) {
  struct stat about{};
  const std::string real = real_path_of(path);
  if (::syscall(SYS_newfstatat, AT_FDCWD, real.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) return nullptr;
  FileNode** known = nullptr;
  if (S_ISREG(about.st_mode) && about.st_nlink > 1) {
    known = &names->hard_linked[{about.st_dev, about.st_ino}];
    if (*known != nullptr) return *known;
  }
  auto* node = new FileNode;
  node->what = "the file";
  node->about = about;
  node->size = static_cast<uint64_t>(about.st_size);
  node->links = static_cast<uint32_t>(about.st_nlink);
  node->real_path = kept_text(real);
  node->listing.what = "the directory";
  if (node->is_link()) {
    char target[4096];
    const long length = ::syscall(SYS_readlink, real.c_str(), target, sizeof target);
    node->target = kept_text(std::string(target, length < 0 ? 0 : static_cast<size_t>(length)));
  }
  if (known != nullptr) *known = node;
  return node;
}

Entry& entry_of(const std::string& path) {
  Entry*& entry = names->entries[path];
  if (entry != nullptr) return *entry;
  entry = new Entry;
  entry->what = "the name of a file";
  entry->path = path;
  entry->node = real_node(path);
  return *entry;
}

// Splits the first component off a path; false: the path has none.
bool next_part(std::string& rest, std::string& part) {
  const size_t begin = rest.find_first_not_of('/');
  if (begin == std::string::npos) return false;
  const size_t end = std::min(rest.find('/', begin), rest.size());
  part = rest.substr(begin, end - begin);
  rest.erase(0, end);
  return true;
}

bool is_last(const std::string& rest) { return rest.find_first_not_of('/') == std::string::npos; }

void add_touch(std::vector<Access>* touched, const Channel& channel, bool write) {
  if (touched != nullptr) touch(*touched, &channel, write);
}

// The path of the directory that the descriptor refers to, in the form of Entry::path; null: it refers to no directory.
const char* directory_of(int fd) {
  const FileDescription* d = description_of(fd);
  return d == nullptr || d->node == nullptr || !d->node->is_directory() ? nullptr : d->path;
}

}  // namespace

void open_file_system() {
  names = new Names;
  names->working.what = "the working directory";
  names->masking.what = "the file mode mask";
  file_mode = static_cast<mode_t>(::syscall(SYS_umask, 0));
  ::syscall(SYS_umask, file_mode);
  char path[4096];
  if (::syscall(SYS_getcwd, path, sizeof path) > 1)
    names->directory = std::strcmp(path, "/") == 0 ? "" : kept_text(path);
}

std::string working_directory() { return real_path_of(names->directory); }

void change_directory(const Entry& entry) {
  if (world.has_processes())
    world.cannot_follow("one of several processes changes its working directory, which is not simulated",
                        world.current().operation.loc);
  trail.set(names->directory, entry.path.c_str());
  world.cannot_compare();
  changed(names->working);
}

mode_t file_mode_mask() { return file_mode; }

void change_file_mode_mask(mode_t mask) {
  trail.set(file_mode, mask & 0777);
  world.cannot_compare();
  changed(names->masking);
}

static const Channel& channel_of(FileDataCall::Data data) {
  return data == FileDataCall::Data::ModeMask ? names->masking : names->working;
}
void FileDataCall::touches(std::vector<Access>& all) const { touch(all, &channel_of(data), changes); }
Address FileDataCall::object() const { return channel_of(data).address(); }

static Found walk(const PathUse& use, std::vector<Access>* touched) {
  if (*use.path == 0) return {nullptr, nullptr, ENOENT};
  std::string rest = use.path, at, part;
  if (rest[0] != '/' && use.directory == AT_FDCWD) {
    add_touch(touched, names->working, false);
    at = names->directory;
  } else if (rest[0] != '/') {
    if (is_ours(use.directory)) add_touch(touched, slot_of(use.directory), false);
    const char* directory = directory_of(use.directory);
    if (directory == nullptr) return {nullptr, nullptr, description_of(use.directory) == nullptr ? EBADF : ENOTDIR};
    at = directory;
  }
  for (int links = 0; next_part(rest, part);) {
    if (part == ".") continue;
    if (part == "..") {
      at.erase(std::min(at.rfind('/'), at.size()));
      continue;
    }
    Entry& parent = entry_of(at);
    Entry& entry = entry_of(at + "/" + part);
    FileNode* node = entry.node;
    const bool last = is_last(rest);
    const bool follow = node != nullptr && node->is_link() && (!last || use.follows || !rest.empty());
    if (!last || follow) add_touch(touched, entry, false);
    if (follow) {
      if (++links > 40) return {nullptr, nullptr, ELOOP};
      rest = node->target + rest;
      if (rest[0] == '/') at.clear();
      continue;
    }
    if (last && node != nullptr && !rest.empty() && !node->is_directory()) return {nullptr, nullptr, ENOTDIR};
    if (last) return {&entry, &parent, node == nullptr ? ENOENT : 0};
    if (node == nullptr) return {nullptr, nullptr, ENOENT};
    if (!node->is_directory()) return {nullptr, nullptr, ENOTDIR};
    at = entry.path;
  }
  Entry& entry = entry_of(at);
  return {&entry, nullptr, entry.node == nullptr ? ENOENT : 0};
}

// Creating or removing different names in one directory is independent, but dependent with listing the directory. So
// the footprint contains a write to `listing` for a call that lists the directory, and a read for one that changes it.
Found find(const PathUse& use, std::vector<Access>* touched) {
  const Found found = walk(use, touched);
  if (touched == nullptr || found.entry == nullptr) return found;
  if (use.enters) touch(*touched, &names->working, true);
  if (use.creates && found.node() == nullptr) touch(*touched, &names->masking, false);
  const bool changes_name = use.changes_name || (use.creates && found.node() == nullptr);
  touch(*touched, found.entry, changes_name);
  if (changes_name && found.parent != nullptr && found.parent->node != nullptr)
    touch(*touched, &found.parent->node->listing, false);
  if (FileNode* node = found.node()) {
    touch(*touched, node, use.changes_file);
    if (use.lists) touch(*touched, &node->listing, true);
  }
  return found;
}

void FileCall::touches(std::vector<Access>& all) const {
  if (opens) Open(1).touches(all);
  if (first.path != nullptr) find(first, &all);
  if (second.path != nullptr) find(second, &all);
  if (fd < 0) return;
  touch(all, &slot_of(fd), false);
  for_each_past(fd, [&](const FileDescription& d) {
    touch(all, &d, changes);
    touch(all, d.node, changes);
  });
}

void FileCall::keep() {
  for (PathUse* use : {&first, &second})
    if (use->path != nullptr) use->path = undoable_text(use->path);
}

Address FileCall::object() const {
  if (fd >= 0) return slot_of(fd).address();
  const Found found = find(first);
  return found.entry == nullptr ? names->working.address() : found.entry->address();
}

// Changes.

const char* undoable_text(const std::string& text) {
  auto* copy = static_cast<char*>(undoable_memory(text.size() + 1));
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

FileNode* new_node(mode_t mode, ir::LocId loc) {
  auto* node = undoable<FileNode>("the file", loc);
  node->listing.what = "the directory";
  const uint32_t t = world.current_number();
  trail.set(names->made[t], names->made[t] + 1);
  node->about.st_mode = mode;
  node->about.st_dev = kDevice;
  node->about.st_ino = names->made[t] * kMostThreads + t;
  node->about.st_blksize = 4096;
  node->about.st_uid = static_cast<uid_t>(::syscall(SYS_geteuid));
  node->about.st_gid = static_cast<gid_t>(::syscall(SYS_getegid));
  node->links = S_ISDIR(mode) ? 2 : 1;
  return node;
}

void acquire_clock(FileNode& node) { world.acquire(world.current(), node.clock); }
void acquire_clock(Entry& entry) { world.acquire(world.current(), entry.clock); }

void file_changed(FileNode& node) {
  world.cannot_compare();
  acquire_clock(node);
  world.release(world.current_number(), node.clock);
  changed(node);
}

void put_name(Entry& entry, Entry* parent, FileNode* node) {
  world.cannot_compare();
  acquire_clock(entry);
  trail.set(entry.node, node);
  world.release(world.current_number(), entry.clock);
  changed(entry);
  if (parent != nullptr && parent->node != nullptr) {
    world.release(world.current_number(), parent->node->clock);
    changed(parent->node->listing);
  }
}

static int real_file(FileNode& node) {
  if (node.real < 0 && node.real_path != nullptr)
    node.real = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, node.real_path, O_RDONLY | O_CLOEXEC, 0));
  if (node.real < 0 && (errno == EMFILE || errno == ENFILE))
    world.cannot_follow("the program reads more files than the run-time can have open", world.current().operation.loc);
  return node.real;
}

// Copies the file's contents into node.data, unless they are there, with a capacity of at least `room` bytes.
static void load_contents(FileNode& node, uint64_t room) {
  if (node.data != nullptr && room <= node.capacity) return;
  if (room > kLargest)
    world.cannot_follow("a file that the program changes is larger than 256 MiB", world.current().operation.loc);
  const uint64_t capacity = std::max({uint64_t{1024}, room, 2 * node.capacity});
  auto* data = static_cast<uint8_t*>(undoable_memory(capacity));
  const uint64_t kept = std::min(node.size, room);
  if (node.data != nullptr)
    std::memcpy(data, node.data, kept);
  else
    for (uint64_t at = 0; at < kept;) {
      const long n = ::syscall(SYS_pread64, real_file(node), data + at, kept - at, at);
      if (n <= 0) world.cannot_follow("a file that the program changes cannot be read", world.current().operation.loc);
      at += static_cast<uint64_t>(n);
    }
  trail.set(node.data, data);
  trail.set(node.capacity, capacity);
}

// A write to a file changes the memory that the file is mapped to, which is simulated for one mapping only.
static void will_write(const FileNode& node) {
  if (node.mappings > 1 || (node.mappings == 1 && node.mapped.begin == 0))
    world.cannot_follow("a file is written that is mapped more than once (MAP_SHARED), which is not simulated",
                        world.current().operation.loc);
}

void overwrite(FileNode& node, uint64_t offset, const void* bytes, uint64_t size) {
  load_contents(node, node.size);
  if (std::memcmp(node.data + offset, bytes, size) == 0) return;
  trail.save(node.data + offset, static_cast<uint32_t>(size));
  std::memcpy(node.data + offset, bytes, size);
}

void resize(FileNode& node, uint64_t size) {
  will_write(node);
  if (node.mappings != 0 && size < node.mapped.offset + node.mapped.size)
    world.cannot_follow("a file is truncated below the end of its mapping (MAP_SHARED), which is not simulated",
                        world.current().operation.loc);
  if (node.data == nullptr && size < node.size) trail.set(node.size, size);
  load_contents(node, std::max(size, node.size));
  if (size > node.size) std::memset(node.data + node.size, 0, size - node.size);
  trail.set(node.size, size);
  file_changed(node);
}

uint64_t write_node(FileNode& node, uint64_t offset, const Parts& from) {
  const uint64_t size = from.size(), end = offset + size;
  if (size == 0) return 0;
  will_write(node);
  load_contents(node, std::max(end, node.size));
  if (offset > node.size) std::memset(node.data + node.size, 0, offset - node.size);
  if (offset < node.size) trail.save(node.data + offset, static_cast<uint32_t>(std::min(end, node.size) - offset));
  uint8_t* to = node.data + offset;
  for (int i = 0; i < from.count; ++i) {
    std::memcpy(to, from.parts[i].iov_base, from.parts[i].iov_len);
    to += from.parts[i].iov_len;
  }
  if (end > node.size) trail.set(node.size, end);
  write_through_mapping(node, offset, size);
  file_changed(node);
  return size;
}

// Reads at most to.size() bytes and returns their number; UINT64_MAX: the file cannot be read.
uint64_t read_node(FileNode& node, uint64_t offset, const Parts& to, const void* pc) {
  acquire_clock(node);
  read_through_mapping(node, offset, to.size());
  uint64_t done = 0;
  const bool is_real = node.data == nullptr && node.real_path != nullptr;
  if (is_real && real_file(node) < 0) return UINT64_MAX;
  for (int i = 0; i < to.count; ++i) {
    auto* part = static_cast<uint8_t*>(to.parts[i].iov_base);
    uint64_t size = to.parts[i].iov_len;
    // The size of a real file may be 0 although it has contents, as in /proc.
    if (!is_real || node.size != 0) size = std::min(size, offset < node.size ? node.size - offset : 0);
    if (size == 0) continue;
    if (pc != nullptr) plain_access(part, size, true, pc);
    if (is_real) {
      memory.make_writable(reinterpret_cast<uint64_t>(part), size);
      const long n = ::syscall(SYS_pread64, node.real, part, size, offset);
      if (n < 0) return done == 0 ? UINT64_MAX : done;
      size = static_cast<uint64_t>(n);
    } else {
      std::memcpy(part, node.data + offset, size);
    }
    offset += size;
    done += size;
    if (size < to.parts[i].iov_len) break;
  }
  return done;
}

// Directories.

static void list_real(const char* path, std::vector<std::string>& all) {
  const auto fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0));
  if (fd < 0) return;
  alignas(8) char buffer[8192];
  for (long n; (n = ::syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0;)
    for (long at = 0; at < n;) {
      const auto* one = reinterpret_cast<const dirent64*>(buffer + at);
      if (std::strcmp(one->d_name, ".") != 0 && std::strcmp(one->d_name, "..") != 0) all.emplace_back(one->d_name);
      at += one->d_reclen;
    }
  ::syscall(SYS_close, fd);
}

std::vector<std::string> names_in(const Entry& directory) {
  std::vector<std::string> all;
  if (directory.node->real_path != nullptr) list_real(directory.node->real_path, all);
  std::erase_if(all, [&](const std::string& name) { return entry_of(directory.path + "/" + name).node == nullptr; });
  for (const auto& [path, entry] : names->entries)
    if (entry->node != nullptr && path.size() > directory.path.size() && path.starts_with(directory.path + "/") &&
        path.find('/', directory.path.size() + 1) == std::string::npos)
      all.push_back(path.substr(directory.path.size() + 1));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void move_names(Entry& from, Entry& to) {
  for (const std::string& name : names_in(from)) {
    Entry& old = entry_of(from.path + "/" + name);
    Entry& anew = entry_of(to.path + "/" + name);
    if (old.node->is_directory()) move_names(old, anew);
    put_name(anew, nullptr, old.node);
    put_name(old, nullptr, nullptr);
  }
}

// About files.

struct stat about_node(const FileNode& node) {
  struct stat about = node.about;
  about.st_size = static_cast<off_t>(node.size);
  about.st_blocks = static_cast<blkcnt_t>((node.size + 511) / 512);
  about.st_nlink = node.links;
  return about;
}

bool may_access(const FileNode& node, int mode) {
  const bool executes = (mode & X_OK) != 0;
  if (::syscall(SYS_geteuid) == 0) return !executes || node.is_directory() || (node.about.st_mode & 0111) != 0;
  const bool mine = node.about.st_uid == static_cast<uid_t>(::syscall(SYS_geteuid));
  if (node.real_path != nullptr && !mine)  // the kernel also considers groups and access control lists
    return ::syscall(SYS_faccessat, AT_FDCWD, node.real_path, mode) == 0;
  return (node.about.st_mode >> (mine ? 6 : 0) & static_cast<mode_t>(mode)) == static_cast<mode_t>(mode);
}

void unlock(FileDescription& description) {
  FileNode* node = description.node;
  if (node == nullptr || description.lock == 0) return;
  if (description.lock == 2) trail.set(node->locked_by, nullptr);
  if (description.lock == 1) trail.set(node->lock_sharers, node->lock_sharers - 1);
  trail.set(description.lock, 0);
  file_changed(*node);
}

}  // namespace mover::runtime
