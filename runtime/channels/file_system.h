// The simulated file system of the program. An overlay in memory contains everything that the execution creates,
// changes or removes, and the real file system supplies the rest. Real files never change, and the trail restores the
// overlay. Two operations are dependent if both access the same name or file and at least one of them changes it.
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

#include "channels/channels.h"

namespace mover::runtime {

// An inode. The inode of a real file is created when the file is first looked up, and is kept for all executions.
struct FileNode : Channel {
  struct stat about{};  // the current attributes, except the size and the number of links
  uint64_t size = 0;
  uint8_t* data = nullptr;  // the contents; null: those of the real file, if there is one
  uint64_t capacity = 0;
  int real = -1;  // the kernel's descriptor of the real file, open for reading; -1: not opened
  const char* real_path = nullptr;
  const char* target = nullptr;  // if this is a symbolic link: its target
  uint32_t mappings = 0;         // the number of shared mappings (MAP_SHARED)
  struct Mapped {
    uint64_t begin = 0, size = 0, offset = 0;
    bool is_writable = false;  // the mapping is or was writable
  } mapped;                    // the shared mapping, if there is exactly one; with several, no write is simulated
  Channel listing;             // if this is a directory: the set of names in it
  uint32_t links = 1;
  FileDescription* locked_by = nullptr;  // the holder of the exclusive lock (flock)
  uint32_t lock_sharers = 0;             // the number of holders of the shared lock
  Clock clock;                           // released by every step that changes the file

  bool is_directory() const { return S_ISDIR(about.st_mode); }
  bool is_link() const { return S_ISLNK(about.st_mode); }
  bool is_regular() const { return S_ISREG(about.st_mode); }
};

// A name in the file system. An entry is created when its path is first looked up, and is kept for all executions. An
// execution that creates, removes or replaces the name changes only the entry's node.
struct Entry : Channel {
  std::string path;          // the absolute path, without symbolic links to directories; "" is the root
  FileNode* node = nullptr;  // null: there is no such file now
  Clock clock;
};

struct Found {
  Entry* entry = nullptr;   // null: the path cannot be resolved
  Entry* parent = nullptr;  // the directory that contains the entry; null: the path ends in ".", ".." or is the root
  int error = 0;            // an error number or 0; ENOENT if the entry has no node
  FileNode* node() const { return entry == nullptr ? nullptr : entry->node; }
};

// The effect of an operation on the name that a path leads to, and on the file there.
struct PathUse {
  const char* path = nullptr;
  int directory = -100;       // the directory that a relative path starts from: AT_FDCWD or a descriptor
  bool follows = true;        // the lookup follows a symbolic link at the end of the path
  bool changes_name = false;  // the operation removes or replaces the name
  bool creates = false;       // the operation creates the name if there is no such file
  bool changes_file = false, lists = false;
  bool enters = false;  // the operation makes it the working directory
};

// Looks the path up; with `touched`, adds the footprint of the lookup.
Found find(const PathUse& use, std::vector<Access>* touched = nullptr);

// An operation on up to two paths and on the file of a descriptor `fd` (-1: none). If `opens`, it also takes a free
// descriptor.
struct FileCall : Call {
  PathUse first, second;
  int fd;
  bool changes, opens;
  explicit FileCall(const PathUse& first, bool opens = false, const PathUse& second = {})
      : first(first), second(second), fd(-1), changes(false), opens(opens) {}
  FileCall(int fd, bool changes) : first(), second(), fd(fd), changes(changes), opens(false) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override;
  Address object() const override;
  void keep();
};

// Effects of operations. The caller has parked at the operation (make_call) and been scheduled.
FileNode* new_node(mode_t mode, ir::LocId loc);
void put_name(Entry& entry, Entry* parent, FileNode* node);  // `node` null: removes the name
void acquire_clock(FileNode& node);  // acquires its clock: earlier changes happen-before the current step
void acquire_clock(Entry& entry);
void file_changed(FileNode& node);
uint64_t read_node(FileNode& node, uint64_t offset, const Parts& to, const void* pc);
uint64_t write_node(FileNode& node, uint64_t offset, const Parts& from);
void resize(FileNode& node, uint64_t size);
std::vector<std::string> names_in(const Entry& directory);  // without . and ..
void move_names(Entry& from, Entry& to);                    // moves everything in the directory `from` to `to`
const char* undoable_text(const std::string& text);
void unlock(FileDescription& description);

// Data of the process on which operations on files depend.
std::string working_directory();
void change_directory(const Entry& entry);
mode_t file_mode_mask();
void change_file_mode_mask(mode_t mask);
// A call that reads or changes such data and nothing else.
struct FileDataCall : Call {
  enum class Data : uint8_t { WorkingDirectory, ModeMask } data;
  bool changes;
  FileDataCall(Data data, bool changes) : data(data), changes(changes) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override;
  Address object() const override;
};
struct stat about_node(const FileNode& node);
bool may_access(const FileNode& node, int mode);  // R_OK, …

// Keep the contents of a file and of its shared mapping equal. The first function copies bytes of the mapping to the
// file before a call reads them; the second copies bytes of the file to the mapping after a call has written them. Both
// access the mapped memory, which other threads may access concurrently.
void read_through_mapping(FileNode& node, uint64_t offset, uint64_t size);
void write_through_mapping(FileNode& node, uint64_t offset, uint64_t size);
// Replaces bytes within the file's current size.
void overwrite(FileNode& node, uint64_t offset, const void* bytes, uint64_t size);

void open_file_system();

}  // namespace mover::runtime
