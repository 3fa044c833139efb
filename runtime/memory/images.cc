#include "memory/images.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "base/identity.h"
#include "base/private_memory.h"
#include "memory/mappings.h"
#include "scheduling/virtual_time.h"
#include "scheduling/world.h"
#include "support/check.h"

namespace mover::runtime {

Images images;
SharedRanges shared_ranges;
uint64_t process_tag = 0;

namespace {

constexpr uint64_t kImages = 0x2e00'0000'0000;
constexpr uint64_t kImageSize = uint64_t{1} << 16 << 12;  // of the pages of one process, without stacks
constexpr uint64_t kStackImages = kImages + kMostThreads * kImageSize;
constexpr uint64_t kEnd = kStackImages + kMostThreads * kMostThreads * World::kStackSize;
constexpr uint64_t kRedZone = 128;

bool is_image(uint64_t address) { return address - kImages < kEnd - kImages; }

void write_if_changed(uint8_t* to, const uint8_t* from, size_t size) {
  if (std::memcmp(to, from, size) == 0) return;
  memory.make_writable(reinterpret_cast<uint64_t>(to), size);
  std::memcpy(to, from, size);
}

}  // namespace

bool is_owned(uint64_t address) {
  return address >= kPageSize && !is_private(reinterpret_cast<const void*>(address)) && !is_latest_time(address) &&
         !(Mappings::contains(address) && shared_ranges.contain(address));
}

uint64_t identity_in_process(uint64_t address) {
  return process_of(address) == 0 && is_owned(address_of(address)) ? address | process_tag : address;
}

void SharedRanges::add(uint64_t begin, uint64_t end) {
  if (contain(begin)) return;
  if (count_ == kMost)
    world.cannot_follow("the program maps more than 256 ranges of shared memory", world.current().operation.loc);
  trail.set(ranges_[count_], Range{begin, end, images.mapped()});
  trail.set(count_, count_ + 1);
}

uint32_t SharedRanges::mapped_by(uint64_t address) const {
  for (uint32_t i = 0; i < count_; ++i)
    if (address - ranges_[i].begin < ranges_[i].end - ranges_[i].begin) return ranges_[i].process;
  return 0;
}

void Images::open() {
  const void* where = mmap(reinterpret_cast<void*>(kImages), kEnd - kImages, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  MOVER_CHECK(where == reinterpret_cast<void*>(kImages), "the address range of the processes' images is free");
  memory.track(kImages, kEnd, true);
}

uint8_t* Images::image(uint32_t process, uint32_t slot) const {
  return reinterpret_cast<uint8_t*>(kImages + process * kImageSize + slot * kPageSize);
}

uint8_t* Images::image_of_stack(uint32_t process, uint32_t seat, uint64_t offset) const {
  return reinterpret_cast<uint8_t*>(kStackImages + (process * uint64_t{kMostThreads} + seat) * World::kStackSize +
                                    offset);
}

void Images::find_pages() {
  for (; seen_ < memory.num_written(); ++seen_) {
    const uint64_t address = memory.written(seen_);
    if (is_image(address)) continue;
    MOVER_CHECK(pages_.size() < kMostPages, "processes write at most 65,536 pages");
    slots_[address] = static_cast<uint32_t>(pages_.size());
    pages_.push_back(static_cast<uint32_t>(seen_));
  }
}

// A page that no execution had written when the process last ran has its first contents.
const uint8_t* Images::contents(uint32_t process, uint32_t slot) const {
  if (slot < complete_[process]) return image(process, slot);
  const uint8_t* first = memory.first_contents(pages_[slot]);
  return first != nullptr ? first : reinterpret_cast<const uint8_t*>(memory.written(pages_[slot]));
}

static bool is_exchanged(uint64_t page) { return !Mappings::contains(page) || !shared_ranges.contain(page); }

void Images::copy_stack(uint32_t process, uint32_t seat, uint64_t used, bool save) {
  const World::ThreadMemory& place = world.seats[seat];
  if (used < place.stack_begin + kRedZone || used >= place.stack_end) return;
  auto* stack = reinterpret_cast<uint8_t*>(used - kRedZone);
  uint8_t* copy = image_of_stack(process, seat, used - kRedZone - place.stack_begin);
  const size_t size = place.stack_end - used + kRedZone;
  if (save)
    write_if_changed(copy, stack, size);
  else
    std::memcpy(stack, copy, size);  // Memory compares stacks at each checkpoint
}

void Images::exchange_stacks(uint32_t process, bool save) {
  for (uint32_t seat = 0; seat < kMostThreads; ++seat) {
    const uint32_t t = world.thread_at(process, seat);
    if (t < world.num_threads() && world.process_of_thread(t) == process)
      copy_stack(process, seat, world.used_stack(t), save);
  }
}

void Images::copy(uint32_t from, uint32_t to, uint32_t thread) {
  MOVER_CHECK(from == mapped_, "the process that forks is mapped");
  find_pages();
  for (uint32_t slot = 0; slot < pages_.size(); ++slot)
    if (const uint64_t page = memory.written(pages_[slot]); is_exchanged(page))
      write_if_changed(image(to, slot), reinterpret_cast<const uint8_t*>(page), kPageSize);
  trail.set(complete_[to], pages_.size());
  copy_stack(to, world.seat_of(thread), world.used_stack(thread), true);
}

void Images::map(uint32_t process) {
  if (process == mapped_) return;
  find_pages();
  exchange_stacks(mapped_, true);
  for (uint32_t slot = 0; slot < pages_.size(); ++slot) {
    const uint64_t page = memory.written(pages_[slot]);
    if (!is_exchanged(page)) continue;
    auto* now = reinterpret_cast<uint8_t*>(page);
    write_if_changed(image(mapped_, slot), now, kPageSize);
    write_if_changed(now, contents(process, slot), kPageSize);
  }
  if (complete_[mapped_] != pages_.size()) trail.set(complete_[mapped_], pages_.size());
  exchange_stacks(process, false);
  trail.set(mapped_, process);
}

void Images::read(uint32_t process, uint64_t address, void* to, size_t size) const {
  auto* out = static_cast<uint8_t*>(to);
  for (size_t done = 0; done < size; ++done, ++address) {
    const auto* from = reinterpret_cast<const uint8_t*>(address);
    const uint64_t page = address & ~(kPageSize - 1);
    if (process != mapped_ && is_exchanged(page)) {
      const auto slot = slots_.find(page);
      if (slot != slots_.end()) {
        from = contents(process, slot->second) + address % kPageSize;
      } else if (const uint32_t seat = world.seat_of_stack(address); seat != kMostThreads) {
        from = image_of_stack(process, seat, address - world.seats[seat].stack_begin);
      }
    }
    out[done] = *from;
  }
}

}  // namespace mover::runtime
