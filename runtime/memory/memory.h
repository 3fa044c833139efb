// Restores the memory that the program has written, page by page, within the process.
//
// A page that has not been written since it was last compared is write-protected ("cold"). The first write to it
// faults. Then its contents are saved, and the page becomes "hot": it is readable and writable, and each checkpoint
// saves it if its contents have changed. A hot page that does not change for many checkpoints becomes cold again.
// Stacks are never protected, because the kernel writes to them, too; their used parts are treated like hot pages.
//
// Checkpoints form a stack, like the states of an execution: going back to a checkpoint deletes all newer ones. So the
// versions of a page form a stack as well. The contents of a page at a checkpoint are its newest version that is not
// newer than the checkpoint. If all versions are newer, the contents are those of the oldest version: it was saved at
// the first write, before which the page did not change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mover::runtime {

constexpr uint64_t kPageSize = 4096;

class Memory {
 public:
  // Makes these pages part of every later checkpoint, except for pages that are tracked already. REQUIRES: the bounds
  // are multiples of the page size, and no checkpoint that was made before will be restored.
  // `is_image`: the pages are copies of the program's (memory/images.h).
  void track(uint64_t begin, uint64_t end, bool is_image = false);
  // Tracks the next stack. Its end need not be the end of a page. used_stacks() returns the number of stacks in use,
  // and used_from() the lowest address in use on a stack (0: none).
  void track_stack(uint64_t begin, uint64_t end);
  uint32_t (*used_stacks)() = nullptr;
  uint64_t (*used_from)(uint32_t stack) = nullptr;

  using Checkpoint = uint32_t;
  Checkpoint make();           // saves the present contents
  void restore(Checkpoint c);  // deletes the newer checkpoints. REQUIRES: c is not dropped
  void drop(Checkpoint c);     // c will not be restored
  // Restores the contents that these pages had at the first checkpoint. REQUIRES: they are tracked.
  void restore_first(uint64_t begin, uint64_t end);

  // Handles the fault of a write to the address. Returns whether the write can be repeated now.
  bool fault(uint64_t address);
  // Prepares these bytes for a write by the kernel, which must not fault.
  void make_writable(uint64_t address, uint64_t size);

  // Calls f(page, its bytes at the first checkpoint) for each page that has been written since the first checkpoint, in
  // the order of the first writes. Pages of stacks are left out.
  template <typename F>
  void for_each_written_page(F f) const {
    for (const Page* page : written_) f(page->address, oldest(*page)->bytes);
  }
  // The pages that have been written since the first checkpoint, in any execution, without those of stacks. A page
  // keeps its number.
  size_t num_written() const { return written_.size(); }
  uint64_t written(size_t number) const { return written_[number]->address; }
  const uint8_t* first_contents(size_t number) const {  // at the first checkpoint; null: unchanged since
    const Version* version = oldest(*written_[number]);
    return version == nullptr ? nullptr : version->bytes;
  }
  bool tracks(uint64_t address) { return region_of(address) != nullptr; }
  template <typename F>
  void for_each_region(F f) const {  // f(begin, end); not for images
    for (const Region& region : regions_)
      if (!region.is_image) f(region.begin, region.end);
  }

  size_t hot_pages() const { return hot_.size(); }
  uint64_t kept_bytes() const { return versions_ * sizeof(Version); }

 private:
  struct Page;
  struct Version {
    Version *older, *newer;
    Version* next;  // the next version of the same checkpoint
    Page* page;
    Checkpoint checkpoint;
    uint32_t from;  // the offset of the first byte that was in use
    uint8_t bytes[kPageSize];
  };
  struct Page {
    Version* newest = nullptr;
    uint64_t address = 0;
    uint32_t place_in_hot = 0;  // index in hot_, plus 1; 0: cold
    uint16_t unchanged = 0;     // the number of checkpoints since it became hot or changed
    uint16_t end = 0;           // bytes from this offset on are not compared
    bool is_stack = false;
    bool is_written = false;  // it has been written in some execution
  };
  struct Region {
    uint64_t begin, end;
    Page* pages;
    bool is_image = false;
  };
  struct Made {
    Version* versions = nullptr;
    bool dropped = false;
    Checkpoint below = 0;  // if dropped: all checkpoints between this one and `below` are dropped, too
  };

  // The contents of the page at the first checkpoint; null if it has not been written since.
  static const Version* oldest(const Page& page) {
    const Version* version = page.newest;
    while (version != nullptr && version->older != nullptr) version = version->older;
    return version;
  }
  Region* region_of(uint64_t address);
  void save(Page& page, uint32_t from);
  void save_if_changed(Page& page, uint32_t from);
  void heat(Page& page);
  void cool(Page& page);
  void restore_page(Page& page, uint32_t from);
  Version* new_version();
  void free_version(Version* version);
  template <typename F>
  void for_each_used_stack_page(F f);

  std::vector<Region> regions_;  // sorted by address
  std::vector<Region> stacks_;
  std::vector<Page*> hot_, written_;
  std::vector<Made> made_;
  Version* free_ = nullptr;
  uint64_t versions_ = 0;
};

extern Memory memory;

}  // namespace mover::runtime
