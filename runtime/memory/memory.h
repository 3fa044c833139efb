// Putting back what the program has written, page by page, in process.
//
// A page that has not been written since it was last compared is write-protected ("cold"). The first write to it
// faults; its contents are kept then, and it becomes "hot": readable and writable, and kept whenever a checkpoint is
// made and its contents have changed. A hot page that does not change for long cools down again. Stacks are never
// protected (the kernel writes to them, too): of each, the used part is kept as if all of it were hot.
//
// Checkpoints form a stack, as the states on a path do: going back to one forgets those made after it. So the versions
// of a page form a stack as well, and a checkpoint's contents of a page are in its newest version that is not newer
// than the checkpoint; or, where all are newer, in the oldest: it was kept at the first write, which came later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mover::runtime {

constexpr uint64_t kPageSize = 4096;

class Memory {
 public:
  // From now on part of every checkpoint, except for what is already. REQUIRES: no restore of a checkpoint that was
  // made before; pages.
  void track(uint64_t begin, uint64_t end);
  // A stack, the next one; it ends at `end`, which may be anywhere in a page. used_stacks() is the
  // number of stacks in use, and used_from() the lowest address in use (0: none).
  void track_stack(uint64_t begin, uint64_t end);
  uint32_t (*used_stacks)() = nullptr;
  uint64_t (*used_from)(uint32_t stack) = nullptr;

  using Checkpoint = uint32_t;
  Checkpoint make();              // of the present contents
  void go_back_to(Checkpoint c);  // REQUIRES: not dropped. The newer ones are gone
  void drop(Checkpoint c);        // it will not be restored
  // These pages hold again what they held at the first checkpoint. REQUIRES: they are tracked.
  void put_back_first(uint64_t begin, uint64_t end);

  // A write to that address has faulted. True: it may be repeated now.
  bool fault(uint64_t address);
  // The kernel is about to write there, which must not fail.
  void make_writable(uint64_t address, uint64_t size);

  // f(page, its bytes at the first checkpoint) for those that have ever been written since then, as they were found; no
  // stacks.
  template <typename F>
  void for_each_written_page(F f) const {
    for (const Page* page : written_) f(page->address, oldest(*page)->bytes);
  }
  bool tracks(uint64_t address) { return region_of(address) != nullptr; }
  template <typename F>
  void for_each_region(F f) const {  // f(begin, end)
    for (const Region& region : regions_) f(region.begin, region.end);
  }

  size_t hot_pages() const { return hot_.size(); }
  uint64_t kept_bytes() const { return versions_ * sizeof(Version); }

 private:
  struct Page;
  struct Version {
    Version *older, *newer;
    Version* next;  // of the same checkpoint
    Page* page;
    Checkpoint checkpoint;
    uint32_t from;  // bytes before it were not in use
    uint8_t bytes[kPageSize];
  };
  struct Page {
    Version* newest = nullptr;
    uint64_t address = 0;
    uint32_t place_in_hot = 0;  // + 1; 0: cold
    uint16_t unchanged = 0;     // for how many checkpoints it has been hot without a change
    uint16_t end = 0;           // bytes from there on are not compared
    bool is_stack = false;
    bool is_written = false;  // at some time
  };
  struct Region {
    uint64_t begin, end;
    Page* pages;
  };
  struct Made {
    Version* versions = nullptr;
    bool dropped = false;
    Checkpoint below = 0;  // where dropped: all from there on to this one are
  };

  // The contents of the page at the first checkpoint; null: it has not been written.
  static const Version* oldest(const Page& page) {
    const Version* version = page.newest;
    while (version != nullptr && version->older != nullptr) version = version->older;
    return version;
  }
  Region* region_of(uint64_t address);
  void keep(Page& page, uint32_t from);
  void keep_if_changed(Page& page, uint32_t from);
  void heat(Page& page);
  void cool(Page& page);
  void put_back(Page& page, uint32_t from);
  Version* new_version();
  void free_version(Version* version);
  template <typename F>
  void for_each_used_stack_page(F f);

  std::vector<Region> regions_;  // by address
  std::vector<Region> stacks_;
  std::vector<Page*> hot_, written_;
  std::vector<Made> made_;
  Version* free_ = nullptr;
  uint64_t versions_ = 0;
};

extern Memory memory;

}  // namespace mover::runtime
