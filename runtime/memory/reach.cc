#include "memory/reach.h"

#include <link.h>

#include <algorithm>

#include "memory/heap.h"
#include "memory/mappings.h"
#include "memory/memory.h"
#include "memory/shadow.h"
#include "scheduling/world.h"

namespace mover::runtime {

Reach reach;

namespace {

constexpr uint64_t kDescriptorSize = 2304;  // the size of the C library's descriptor of a thread

uint64_t word_at(uint64_t address) { return *reinterpret_cast<const uint64_t*>(address); }

// The distance from the beginning of all modules' thread-local variables to the thread's base.
int measure_thread_locals(dl_phdr_info* module, size_t, void* data) {
  auto& size = *static_cast<uint64_t*>(data);
  const auto base = reinterpret_cast<uint64_t>(__builtin_thread_pointer());
  const auto begin = reinterpret_cast<uint64_t>(module->dlpi_tls_data);
  if (begin != 0 && begin < base) size = std::max(size, base - begin);
  return 0;
}

}  // namespace

void Reach::open(uint64_t main_frame) {
  main_frame_ = main_frame;
  dl_iterate_phdr(measure_thread_locals, &thread_local_size_);
}

Reach::Owner Reach::owner_of(uint64_t address) const {
  if (Heap::contains(address)) {
    Block* block = heap.block_of(address);
    const bool inside = block != nullptr && block->state == Block::State::Allocated && address >= block->begin() &&
                        address <= block->begin() + block->size;  // a pointer one past the end counts as well
    if (!inside) return {};
    uint32_t owner = block->thread;
    if (block->generation != heap.generation(owner)) owner = creators_[owner];
    while (joined_by_[owner] != 0) owner = joined_by_[owner] - 1u;
    return {Kind::Heap, owner, block, address};
  }
  if (address - World::kStacks < kMostThreads * World::kStackSpacing)
    return {Kind::Stack, static_cast<uint32_t>((address - World::kStacks) / World::kStackSpacing), nullptr, address};
  if (address >= world.thread_memory[0].stack_begin && address < main_frame_) return {Kind::Stack, 0, nullptr, address};
  for (uint32_t t = 0; t < world.num_threads(); ++t)
    if (world.thread_memory[t].thread_base - 1 - address < thread_local_size_)
      return {Kind::ThreadLocal, t, nullptr, address};
  return {};
}

bool Reach::is_shared_now(const Owner& owner, uint64_t address, uint64_t size) const {
  switch (owner.kind) {
    case Kind::Global:
      return true;
    case Kind::Heap:
      return owner.block->shared;
    case Kind::Stack:
      return stacks_[owner.thread] != 0 && shadow.is_visible(address, size);
    case Kind::ThreadLocal:
      return thread_locals_[owner.thread] && shadow.is_visible(address, size);
  }
  return true;
}

bool Reach::is_shared(uint64_t address, uint64_t size) {
  const Owner owner = owner_of(address);
  if (owner.kind == Kind::Global || owner.thread == world.current_number()) return is_shared_now(owner, address, size);
  if (owner.kind != Kind::Heap) world.learn(address, size);
  share(owner);
  follow();
  return true;
}

void Reach::share(const Owner& owner) {
  bool is_new = false;
  const void* what = owner.block;
  if (owner.kind == Kind::Heap) {
    is_new = !owner.block->shared;
    if (is_new) owner.block->shared = true;  // backtracking restores it with the page
  } else if (owner.kind == Kind::ThreadLocal) {
    what = &thread_locals_[owner.thread];
    is_new = !thread_locals_[owner.thread];
    if (is_new) trail.set(thread_locals_[owner.thread], true);
  } else if (owner.kind == Kind::Stack) {
    what = &stacks_[owner.thread];
    is_new = stacks_[owner.thread] == 0;
    if (owner.address > stacks_[owner.thread]) trail.set(stacks_[owner.thread], owner.address);
  }
  if (followed_ != nullptr && what != nullptr) is_new = followed_->insert(what).second;
  if (is_new) to_follow_.push_back(owner);
}

void Reach::share_all(uint64_t begin, uint64_t end) {
  for (uint64_t at = (begin + 7) & ~7ull; at + 8 <= end; at += 8) share(owner_of(word_at(at)));
}

// Shares the objects to which words in this range point, if other threads access these words.
void Reach::share_visible(uint64_t begin, uint64_t end) {
  for (uint64_t at = (begin + 7) & ~7ull; at + 8 <= end; at += 8)
    if (shadow.is_visible(at, 8)) share(owner_of(word_at(at)));
}

// Shares everything that newly shared memory points to.
void Reach::follow() {
  while (!to_follow_.empty()) {
    const Owner owner = to_follow_.back();
    to_follow_.pop_back();
    const World::ThreadMemory& place = world.thread_memory[owner.thread];
    if (owner.kind == Kind::Heap) {
      share_all(owner.block->begin(), owner.block->begin() + owner.block->size);
    } else if (owner.kind == Kind::ThreadLocal) {
      share_visible(place.thread_base - thread_local_size_, place.thread_base);
    } else {
      const bool runs = owner.thread == world.current_number();
      const uint64_t used =
          runs ? reinterpret_cast<uint64_t>(__builtin_frame_address(0)) : world.used_stack(owner.thread);
      if (used != 0) share_visible(used, owner.thread == 0 ? main_frame_ : place.stack_end);
    }
  }
}

void Reach::passes_on(uint64_t address, uint64_t size) {
  share_all(address, address + size);
  follow();
}

void Reach::share_written() {
  for (const Range& range : written_) {
    const uint64_t end = range.address + range.size;
    for (uint64_t at = range.address & ~7ull; at < end; at += 8) {
      const Owner owner = owner_of(at);
      if (owner.kind == Kind::Global && !memory.tracks(at)) break;  // the write has faulted
      if (is_shared_now(owner, at, 8)) share(owner_of(word_at(at)));
    }
  }
  written_.clear();
  follow();
}

void Reach::leave_frame(uint64_t end) {
  uint64_t& highest = stacks_[world.current_number()];
  if (highest != 0 && highest < end) trail.set(highest, 0);
}

void Reach::creates(uint64_t argument, bool was_alone) {
  settle();
  std::set<const void*> followed;
  if (was_alone) {
    followed_ = &followed;
    share_from_globals();
  }
  share(owner_of(argument));
  follow();
  followed_ = nullptr;
}

void Reach::takes_number(uint32_t parent, uint32_t t) {
  if (joined_by_[t] == 0) return;  // no thread has had this number
  heap.begin_generation(t);
  trail.set(creators_[t], parent);
  trail.set(joined_by_[t], 0);
  trail.set(stacks_[t], 0);
  trail.set(thread_locals_[t], false);
}

void Reach::joins(uint32_t t, uint32_t ended) { trail.set(joined_by_[ended], t + 1); }

void Reach::share_from_globals() {
  // The main thread's thread-local variables and, after them, the C library's descriptor of the thread are left out.
  const uint64_t own = world.thread_memory[0].thread_base - thread_local_size_,
                 own_size = thread_local_size_ + kDescriptorSize;
  memory.for_each_region([&](uint64_t begin, uint64_t end) {
    if (Heap::contains(begin) || Mappings::contains(begin)) return;
    for (uint32_t t = 1; t < kMostThreads; ++t)
      if (world.thread_memory[t].thread_base - begin < end - begin) return;
    for (uint64_t at = begin; at < end; at += 8)
      if (at - own >= own_size) share(owner_of(word_at(at)));
  });
}

}  // namespace mover::runtime
