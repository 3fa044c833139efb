// Tracks which bytes of local variables were never set (memory/unset.h). Their states are saved at most once between
// two checkpoints, many words at a time, so that a large array that begins in each iteration of a loop adds little to
// the trail.
#include <algorithm>
#include <cstring>

#include "memory/access.h"
#include "memory/locals.h"
#include "memory/unset.h"

namespace mover::runtime {

uint64_t unset_words_of_locals = 0;

namespace {

uint64_t count_saved_in = 0;  // see Trail

void count_unset_words(int64_t more) {
  if (more == 0) return;
  trail.save_once(count_saved_in, &unset_words_of_locals, sizeof unset_words_of_locals);
  unset_words_of_locals += static_cast<uint64_t>(more);
}

}  // namespace

bool Locals::UnsetWords::has_none() const {
  static constexpr uint8_t kNone[kWords] = {};
  return std::memcmp(never, kNone, kWords) == 0;
}

Locals::UnsetWords& Locals::unset_words(uint32_t t, uint64_t address) const {
  return unset_[t][(address - world.thread_memory[t].stack_begin) / kWord / UnsetWords::kWords];
}

uint64_t Locals::index_in_unset_words(uint32_t t, uint64_t address) {
  return (address - world.thread_memory[t].stack_begin) / kWord % UnsetWords::kWords;
}

uint8_t Locals::unset(uint32_t t, uint64_t address) const {
  return unset_words(t, address).never[index_in_unset_words(t, address)];
}

uint8_t Locals::variable(uint32_t t, uint64_t address) const {
  return unset_words(t, address).variable[index_in_unset_words(t, address)];
}

// Calls f(words, first, end, address) for each part of the range whose words are in one UnsetWords, at the indices from
// `first` to before `end`. `address` is that of the first word.
template <typename F>
void Locals::for_each_part(uint32_t t, uint64_t begin, uint64_t end, F f) const {
  for (uint64_t at = first_word(begin); at < end;) {
    const uint64_t first = index_in_unset_words(t, at), wanted = (end - at + kWord - 1) / kWord;
    const uint64_t last = std::min(UnsetWords::kWords, first + wanted);
    f(unset_words(t, at), first, last, at);
    at += (last - first) * kWord;
  }
}

void Locals::begin_unset(uint64_t address, uint64_t size) {
  const uint32_t t = world.current_number();
  if (size == 0 || owner_of(address) != t || owner_of(address + size - 1) != t) return;
  // If an exception leaves the function, end_below must also end this variable.
  if (first_word(address) < deepest_[t]) trail.set(deepest_[t], first_word(address));
  const auto number = static_cast<uint8_t>(1 + address / kWord % 255);
  int64_t more = 0;
  for_each_part(t, address, address + size, [&](UnsetWords& words, uint64_t first, uint64_t end, uint64_t at) {
    words.will_change();
    for (uint64_t i = first; i < end; ++i, at += kWord) {
      more += words.never[i] == 0;
      words.never[i] |= bytes_of_word(at, address, address + size);
      words.variable[i] = number;
    }
  });
  count_unset_words(more);
}

void Locals::copy_unset(uint32_t parent, uint32_t child) {
  int64_t more = 0;
  constexpr uint64_t kBytes = UnsetWords::kWords * kWord;
  const World::ThreadMemory& place = world.thread_memory[parent];
  const uint64_t first = place.stack_begin + (deepest_[parent] - place.stack_begin) / kBytes * kBytes;
  for (uint64_t at = first; at < place.stack_end; at += kBytes) {
    const UnsetWords& from = unset_words(parent, at);
    UnsetWords& to = unset_words(child, at);
    if (std::memcmp(from.never, to.never, sizeof to.never) == 0 &&
        std::memcmp(from.variable, to.variable, sizeof to.variable) == 0)
      continue;
    to.will_change();
    for (uint64_t i = 0; i < UnsetWords::kWords; ++i) {
      more += (from.never[i] != 0) - (to.never[i] != 0);
      to.never[i] = from.never[i];
      to.variable[i] = from.variable[i];
    }
  }
  count_unset_words(more);
}

void Locals::begin_set(uint32_t t, uint64_t begin, uint64_t end) {
  for_each_part(t, begin, end, [&](UnsetWords& words, uint64_t first, uint64_t last, uint64_t) {
    for (uint64_t i = first; i < last; ++i) {
      if (words.variable[i] == 0) continue;
      words.will_change();
      words.variable[i] = 0;
    }
  });
}

void Locals::clear_unset(uint32_t t, uint64_t begin, uint64_t end) {
  int64_t fewer = 0;
  for_each_part(t, begin, end, [&](UnsetWords& words, uint64_t first, uint64_t last, uint64_t at) {
    if (words.has_none()) return;
    words.will_change();
    for (uint64_t i = first; i < last; ++i, at += kWord) {
      const bool was_unset = words.never[i] != 0;
      words.never[i] &= static_cast<uint8_t>(~bytes_of_word(at, begin, end));
      fewer += was_unset && words.never[i] == 0;
    }
  });
  count_unset_words(-fewer);
}

uint8_t Locals::state_of(uint64_t address, uint64_t size) const {
  const uint32_t owner = owner_of(address);
  if (owner == kMostThreads) return 0;
  bool some = false, all = true;
  for (uint64_t at = first_word(address); at < address + size && at < world.thread_memory[owner].stack_end;
       at += kWord) {
    const uint8_t bytes = bytes_of_word(at, address, address + size), never = unset(owner, at) & bytes;
    some |= never != bytes;
    all &= never == 0;
  }
  return all ? 0 : some ? kPartlySet : kNeverSet;
}

bool Locals::set(uint64_t address, uint64_t size, bool is_set) {
  const uint32_t owner = owner_of(address);
  if (owner == kMostThreads) return false;
  const uint64_t end = std::min(address + size, world.thread_memory[owner].stack_end);
  if (is_set && size > kWord) return clear_unset(owner, address, end), true;
  for (uint64_t at = first_word(address); at < end; at += kWord) {
    const uint8_t bytes = bytes_of_word(at, address, end), now = unset(owner, at);
    set_unset(owner, at, is_set ? now & static_cast<uint8_t>(~bytes) : now | bytes);
  }
  if (!is_set && address < deepest_[owner]) trail.set(deepest_[owner], first_word(address));
  return true;
}

void Locals::set_unset(uint32_t t, uint64_t at, uint8_t bytes) {
  UnsetWords& words = unset_words(t, at);
  uint8_t& now = words.never[index_in_unset_words(t, at)];
  if (now == bytes) return;
  words.will_change();
  count_unset_words((bytes != 0) - (now != 0));
  now = bytes;
}

bool Locals::set_from(uint64_t address) {
  const uint32_t owner = owner_of(address);
  if (owner == kMostThreads) return false;
  const uint8_t number = variable(owner, address);
  bool was_unset = false;
  for (uint64_t at = first_word(address); at < world.thread_memory[owner].stack_end; at += kWord) {
    if (at > address && (word(owner, at).beside != 0 || variable(owner, at) != number)) break;
    if (const UnsetWords& words = unset_words(owner, at); words.has_none()) {
      at += (UnsetWords::kWords - 1 - index_in_unset_words(owner, at)) * kWord;
      continue;
    }
    was_unset |= unset(owner, at) != 0;
    set_unset(owner, at, 0);
  }
  return was_unset;
}

}  // namespace mover::runtime
