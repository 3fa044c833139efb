#include "memory/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "base/private_memory.h"
#include "support/check.h"

namespace mover::runtime {

Memory memory;

namespace {

constexpr uint16_t kCoolsAfter = 500;

void protect(uint64_t address, uint64_t size, int how) {
  MOVER_CHECK(mprotect(reinterpret_cast<void*>(address), size, how) == 0, "pages of the program can be protected");
}

}  // namespace

void Memory::track(uint64_t begin, uint64_t end, bool is_image) {
  for (const Region& region : regions_) {
    if (region.end <= begin || region.begin >= end) continue;
    const Region known = region;
    if (begin < known.begin) track(begin, known.begin);
    if (known.end < end) track(known.end, end);
    return;
  }
  const uint64_t count = (end - begin) / kPageSize;
  auto* pages = static_cast<Page*>(reserve(count * sizeof(Page)));  // the kernel allocates them when they are used
  regions_.push_back({begin, end, pages, is_image});
  std::sort(regions_.begin(), regions_.end(), [](const Region& a, const Region& b) { return a.begin < b.begin; });
  protect(begin, end - begin, PROT_READ);
}

void Memory::track_stack(uint64_t begin, uint64_t end) {
  auto* pages = static_cast<Page*>(reserve((end - begin + kPageSize - 1) / kPageSize * sizeof(Page)));
  stacks_.push_back({begin, end, pages});
}

Memory::Region* Memory::region_of(uint64_t address) {
  auto after =
      std::partition_point(regions_.begin(), regions_.end(), [&](const Region& r) { return r.begin <= address; });
  if (after == regions_.begin()) return nullptr;
  Region& region = *(after - 1);
  return address < region.end ? &region : nullptr;
}

Memory::Version* Memory::new_version() {
  ++versions_;
  Version* version = free_;
  if (version == nullptr) return static_cast<Version*>(private_allocate(sizeof(Version), 64));
  free_ = version->next;
  return version;
}

void Memory::free_version(Version* version) {
  --versions_;
  version->next = free_;
  free_ = version;
}

// Saves the present contents as a version of the newest checkpoint.
void Memory::save(Page& page, uint32_t from) {
  Version* version = new_version();
  const auto now = static_cast<Checkpoint>(made_.size() - 1);
  version->older = page.newest;
  version->newer = nullptr;
  if (page.newest != nullptr) page.newest->newer = version;
  version->next = made_.back().versions;
  version->page = &page;
  version->checkpoint = now;
  version->from = from;
  std::memcpy(version->bytes + from, reinterpret_cast<uint8_t*>(page.address) + from, page.end - from);
  page.newest = version;
  made_.back().versions = version;
}

void Memory::save_if_changed(Page& page, uint32_t from) {
  const Version* newest = page.newest;
  const bool same =
      newest != nullptr && newest->from <= from &&
      std::memcmp(newest->bytes + from, reinterpret_cast<uint8_t*>(page.address) + from, page.end - from) == 0;
  if (same) {
    ++page.unchanged;
    return;
  }
  page.unchanged = 0;
  save(page, from);
}

void Memory::heat(Page& page) {
  protect(page.address, kPageSize, PROT_READ | PROT_WRITE);
  hot_.push_back(&page);
  page.place_in_hot = static_cast<uint32_t>(hot_.size());
  page.unchanged = 0;
  if (!page.is_written) written_.push_back(&page);
  page.is_written = true;
}

// REQUIRES: the page's contents equal its newest version.
void Memory::cool(Page& page) {
  protect(page.address, kPageSize, PROT_READ);
  Page* last = hot_.back();
  hot_[page.place_in_hot - 1] = last;
  last->place_in_hot = page.place_in_hot;
  hot_.pop_back();
  page.place_in_hot = 0;
}

void Memory::restore_page(Page& page, uint32_t from) {
  const Version& version = *page.newest;
  std::memcpy(reinterpret_cast<uint8_t*>(page.address) + from, version.bytes + from, page.end - from);
}

template <typename F>
void Memory::for_each_used_stack_page(F f) {
  constexpr uint64_t kRedZone = 128;
  for (uint32_t i = 0; i < used_stacks(); ++i) {
    Region& stack = stacks_[i];
    uint64_t used = used_from(i);
    if (used < stack.begin + kRedZone || used >= stack.end) continue;
    used -= kRedZone;
    for (uint64_t index = (used - stack.begin) / kPageSize; stack.begin + index * kPageSize < stack.end; ++index) {
      Page& page = stack.pages[index];
      page.address = stack.begin + index * kPageSize;
      page.end = static_cast<uint16_t>(std::min(stack.end - page.address, kPageSize));
      page.is_stack = true;
      f(page, page.address < used ? static_cast<uint32_t>(used - page.address) : 0);
    }
  }
}

Memory::Checkpoint Memory::make() {
  made_.push_back({});
  for (size_t i = 0; i < hot_.size();) {
    Page& page = *hot_[i];
    save_if_changed(page, 0);
    if (page.unchanged >= kCoolsAfter)
      cool(page);
    else
      ++i;
  }
  for_each_used_stack_page([&](Page& page, uint32_t from) { save_if_changed(page, from); });
  return static_cast<Checkpoint>(made_.size() - 1);
}

void Memory::restore(Checkpoint c) {
  while (made_.size() - 1 > c) {
    for (Version *version = made_.back().versions, *next; version != nullptr; version = next) {
      next = version->next;
      Page& page = *version->page;
      page.newest = version->older;
      if (page.newest != nullptr || page.is_stack) {
        if (page.newest != nullptr) page.newest->newer = nullptr;
        free_version(version);
      } else {  // this version is the oldest, so it contains the contents at all older checkpoints
        version->checkpoint = c;
        version->next = made_[c].versions;
        made_[c].versions = page.newest = version;
      }
      if (!page.is_stack && page.place_in_hot == 0) heat(page);
    }
    made_.pop_back();
  }
  for (Page* page : hot_) restore_page(*page, 0);
  for_each_used_stack_page([&](Page& page, uint32_t from) { restore_page(page, from); });
}

void Memory::restore_first(uint64_t begin, uint64_t end) {
  const Region& region = *region_of(begin);
  for (uint64_t address = begin; address < end; address += kPageSize) {
    Page& page = region.pages[(address - region.begin) / kPageSize];
    const Version* first = oldest(page);
    if (first == nullptr) continue;
    if (page.place_in_hot == 0) heat(page);
    std::memcpy(reinterpret_cast<uint8_t*>(address), first->bytes, kPageSize);
  }
}

// The next checkpoint has no version of a page that had not changed since `c`, so it gets the version of `c`. The
// oldest version of a page contains the contents at all older checkpoints, so it passes to one of these.
void Memory::drop(Checkpoint c) {
  made_[c].dropped = true;
  if (c == 0) return;
  Checkpoint below = c - 1, above = c + 1;
  while (below > 0 && made_[below].dropped) below = made_[below].below;
  made_[c].below = below;
  while (above < made_.size() && made_[above].dropped) ++above;
  auto move_to = [&](Version* version, Checkpoint to) {
    version->checkpoint = to;
    version->next = made_[to].versions;
    made_[to].versions = version;
  };
  for (Version *version = made_[c].versions, *next; version != nullptr; version = next) {
    next = version->next;
    Version* newer = version->newer;
    if (above < made_.size() && (newer == nullptr || newer->checkpoint > above)) {
      move_to(version, above);
    } else if (version->older != nullptr || version->page->is_stack) {
      Page& page = *version->page;
      (newer == nullptr ? page.newest : newer->older) = version->older;
      if (newer == nullptr && !page.is_stack && page.place_in_hot == 0) heat(page);  // no version has its contents now
      if (version->older != nullptr) version->older->newer = newer;
      free_version(version);
    } else {
      move_to(version, below);
    }
  }
  made_[c].versions = nullptr;
  while (made_.size() > 1 && made_.back().dropped) made_.pop_back();
}

bool Memory::fault(uint64_t address) {
  Region* region = region_of(address);
  if (region == nullptr) return false;
  const uint64_t index = (address - region->begin) / kPageSize;
  Page& page = region->pages[index];
  if (page.place_in_hot != 0) return false;
  page.address = region->begin + index * kPageSize;
  page.end = kPageSize;
  if (page.newest == nullptr && !made_.empty()) save(page, 0);
  heat(page);
  return true;
}

void Memory::make_writable(uint64_t address, uint64_t size) {
  if (size == 0) return;
  for (uint64_t page = address & ~(kPageSize - 1); page < address + size; page += kPageSize)
    if (region_of(page) != nullptr) fault(page);
}

}  // namespace mover::runtime
