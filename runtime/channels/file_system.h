// The file system as the program sees it: the real one, with what the execution creates, changes and removes laid over
// it in memory. Nothing of that reaches the real files, and the trail restores all of it. Two operations are dependent
// if both access the same name or file and one of them changes it.
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

#include "channels/channels.h"

namespace mover::runtime {

// An inode. Those of real files are made when they are first looked up, and stay.
struct FileNode : Channel {
  struct stat about{};  // as at first, and what has changed since; the size is in `size`
  uint64_t size = 0;
  uint8_t* data = nullptr;  // null: what the real file holds
  uint64_t capacity = 0;
  int real = -1;  // the kernel's descriptor of the real file, for reading; -1: not opened
  const char* real_path = nullptr;
  const char* target = nullptr;  // of a symbolic link
  uint32_t mappings = 0;         // that show what it holds (MAP_SHARED) …
  struct Mapped {
    uint64_t begin = 0, size = 0, offset = 0;
    bool is_writable = false;  // has been at some time
  } mapped;                    // … where there is just one; otherwise nothing may write to it
  Channel listing;             // of a directory: which names it has
  uint32_t links = 1;
  FileDescription* locked_by = nullptr;  // flock: for itself
  uint32_t lock_sharers = 0;
  Clock clock;  // of all that changed it

  bool is_directory() const { return S_ISDIR(about.st_mode); }
  bool is_link() const { return S_ISLNK(about.st_mode); }
  bool is_regular() const { return S_ISREG(about.st_mode); }
};

// A name: its path from the root, without links on the way. Once it has been looked up it stays; the node is what the
// execution has made of it.
struct Entry : Channel {
  std::string path;  // "" is the root
  FileNode* node = nullptr;
  Clock clock;
};

struct Found {
  Entry* entry = nullptr;   // null: there is no such place
  Entry* parent = nullptr;  // the directory that it is in
  int error = 0;            // an error number, also where there is a place without a node
  FileNode* node() const { return entry == nullptr ? nullptr : entry->node; }
};

// The effect of an operation on the name that a path leads to, and on the file there.
struct PathUse {
  const char* path = nullptr;
  int directory = -100;       // AT_FDCWD, or a descriptor
  bool follows = true;        // a link at the end
  bool changes_name = false;  // it removes or replaces it …
  bool creates = false;       // … or makes it where it is not there
  bool changes_file = false, lists = false;
};

// Looks the path up; with `touched`, adds the footprint of the lookup.
Found find(const PathUse& use, std::vector<Access>* touched = nullptr);

// Waits for its turn to do that to one or two paths and to a descriptor's file (-1: none), and takes a free descriptor
// if `opens`.
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
};

// Changes. The caller has waited for its turn.
FileNode* new_node(mode_t mode, ir::LocId loc);
void put_name(Entry& entry, Entry* parent, FileNode* node);  // null: there is nothing by that name any more
void see(FileNode& node);                                    // what was done to it happened before what comes now
void see(Entry& entry);
void file_changed(FileNode& node);
uint64_t read_node(FileNode& node, uint64_t offset, const Parts& to, const void* pc);
uint64_t write_node(FileNode& node, uint64_t offset, const Parts& from);
void resize(FileNode& node, uint64_t size);
std::vector<std::string> names_in(const Entry& directory);  // without . and ..
void move_names(Entry& from, Entry& to);                    // of all that is in that directory
const char* undoable_text(const std::string& text);
void unlock(FileDescription& description);
std::string working_directory();
void change_directory(const Entry& entry);
struct stat about_node(const FileNode& node);
bool may_access(const FileNode& node, int mode);  // R_OK, …

// The contents of the file there are about to be read, or have been written: a mapping that shows it is memory that
// others access.
void read_through_mapping(FileNode& node, uint64_t offset, uint64_t size);
void write_through_mapping(FileNode& node, uint64_t offset, uint64_t size);
// … and to bytes that are there already, from memory.
void overwrite(FileNode& node, uint64_t offset, const void* bytes, uint64_t size);

void open_file_system();

}  // namespace mover::runtime
