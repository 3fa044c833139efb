// The private memory of several processes. All processes of the program live in one process of the kernel, at the same
// addresses. One of them is *mapped*: its pages are at their addresses. An *image* contains the pages of each other
// process. Running another process exchanges the pages. Only pages that the program has written in some execution are
// exchanged; all others have their initial contents in each process. Memory restores the images like the program's
// pages (memory/memory.h), so checkpoints, backtracking and replays need no knowledge of processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "memory/memory.h"

namespace mover::runtime {

class Images {
 public:
  void open();  // must be called before the first checkpoint
  uint32_t mapped() const { return mapped_; }
  // The process `from`, which is mapped, has forked: `to` gets a copy of its memory. `thread`: the thread that forks.
  void copy(uint32_t from, uint32_t to, uint32_t thread);
  void map(uint32_t process);
  // Copies bytes of the process, which need not be mapped.
  void read(uint32_t process, uint64_t address, void* to, size_t size) const;

 private:
  void find_pages();
  uint8_t* image(uint32_t process, uint32_t slot) const;
  uint8_t* image_of_stack(uint32_t process, uint32_t seat, uint64_t offset) const;
  const uint8_t* contents(uint32_t process, uint32_t slot) const;
  void copy_stack(uint32_t process, uint32_t seat, uint64_t used, bool save);
  void exchange_stacks(uint32_t process, bool save);

  static constexpr uint64_t kMostPages = 1 << 16;
  std::vector<uint32_t> pages_;                   // the exchanged pages, as numbers of Memory::written
  std::unordered_map<uint64_t, uint32_t> slots_;  // the index in pages_, by address
  size_t seen_ = 0;                               // pages of Memory::written that have been examined
  uint32_t complete_[kMostThreads] = {};          // the number of pages in the image of each process; trailed
  uint32_t mapped_ = 0;                           // trailed
};

// Whether memory at the address belongs to one process.
bool is_owned(uint64_t address);

extern Images images;

// Memory that several processes share: the ranges that the execution has mapped with MAP_SHARED.
class SharedRanges {
 public:
  void add(uint64_t begin, uint64_t end);
  bool contain(uint64_t address) const {
    for (uint32_t i = 0; i < count_; ++i)
      if (address - ranges_[i].begin < ranges_[i].end - ranges_[i].begin) return true;
    return false;
  }
  bool overlap(uint64_t begin, uint64_t end) const {
    for (uint32_t i = 0; i < count_; ++i)
      if (begin < ranges_[i].end && ranges_[i].begin < end) return true;
    return false;
  }
  uint32_t mapped_by(uint64_t address) const;  // the process that has mapped the range first

 private:
  static constexpr uint32_t kMost = 256;
  struct Range {
    uint64_t begin, end;
    uint32_t process;
  };
  Range ranges_[kMost] = {};
  uint32_t count_ = 0;
};

extern SharedRanges shared_ranges;

}  // namespace mover::runtime
