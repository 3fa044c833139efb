// Who has accessed each word of memory, and the races that this shows: happens-before by vector clocks, exactly, byte
// by byte [FF09, with a list of accesses in place of the last write and reads]. Accesses that no later one can race
// with unless it also races with a newer one are forgotten.
//
// A race is a lesson first: the bytes are then accessed visibly, in steps of their own, all begins anew, and the race is
// reported when it is met between two such steps. So the search explores both orders, and the trace shows them.
#pragma once

#include <cstdint>
#include <vector>

#include "clock.h"

namespace mover::runtime {

struct Recorded {  // an access
  uint32_t time;   // at.clock[thread] of the thread when it accessed
  uint32_t location;
  uint8_t thread;
  uint8_t bytes;  // which of the word's eight, as a mask
  bool write, atomic, visible;
  uint32_t older;  // in the same word; 0: none
};

struct Conflict {
  const Recorded* earlier = nullptr;
  uint64_t word = 0;
};

class Shadow {
 public:
  void open();

  // Whether bytes of it are to be accessed in a step of their own.
  bool is_visible(uint64_t address, uint64_t size) const;
  void make_visible(uint64_t address, uint64_t size);
  void make_invisible(uint64_t address, uint64_t size);  // REQUIRES: between executions

  // f(conflict, bytes) for each earlier access by another thread that touches the same bytes, is not ordered before this
  // one, and of which at least one writes.
  template <typename F>
  void access(uint64_t address, uint64_t size, Recorded now, const Clock& clock, F f) {
    const uint64_t end = address + size;
    while (address < end) {
      const uint64_t word = address & ~7ull;
      const uint64_t last = end - word < 8 ? end - word : 8;
      now.bytes = static_cast<uint8_t>((0xff << (address - word)) & (0xff >> (8 - last)));
      access_word(word, now, clock, f);
      address = word + 8;
    }
  }
  // In all executions: a thread accesses these bytes. True: words of them are found to be shared, several threads
  // access them and at least one writes.
  bool touch(uint64_t address, uint64_t size, uint32_t thread, bool write);
  // f(word, record) for the accesses to shared words.
  template <typename F>
  void for_each_shared(F f) const {
    for (const uint64_t address : shared_)
      for (uint32_t i = leaf_of(address)->words[address >> 3 & 511].newest; i != 0; i = records_[i].older)
        f(address, records_[i]);
  }

  // Nobody has accessed it so far.
  void forget(uint64_t address, uint64_t size);

 private:
  struct Word {
    uint32_t newest = 0;
    // Not taken back when an execution is:
    uint8_t visible = 0;  // mask of bytes
    uint8_t first = 0;    // who was first to access it, + 1
    bool several = false, written = false;
  };
  static constexpr uint64_t kLevel = 18;  // bits of an address per level, above the 12 of a page
  struct Leaf {
    Word words[512];
  };

  Leaf* leaf_of(uint64_t address) const {
    Leaf** middle = top_[address >> 30 & ((1 << kLevel) - 1)];
    return middle == nullptr ? nullptr : middle[address >> 12 & ((1 << kLevel) - 1)];
  }
  Leaf* make_leaf(uint64_t address);

  template <typename F>
  void access_word(uint64_t address, const Recorded& now, const Clock& clock, F& f) {
    Leaf* leaf = leaf_of(address);
    if (leaf == nullptr) [[unlikely]] leaf = make_leaf(address);
    Word& word = leaf->words[address >> 3 & 511];
    uint32_t* link = &word.newest;
    while (*link != 0) {
      Recorded& old = records_[*link];
      if ((old.bytes & now.bytes) == 0) {
        link = &old.older;
        continue;
      }
      if (old.thread == now.thread) {
        if (old.time == now.time && old.bytes == now.bytes && old.write >= now.write && old.atomic <= now.atomic &&
            old.visible <= now.visible)
          return;  // it tells as much as this one
      } else if (old.time > clock.at[old.thread] && (old.write || now.write)) {
        f(Conflict{&old, address}, now.bytes & old.bytes);
        link = &old.older;
        continue;
      }
      const bool ordered = old.thread == now.thread || old.time <= clock.at[old.thread];
      // Whoever races with the old one races with this one as well, and as badly.
      const bool covered = ordered && (old.bytes & ~now.bytes) == 0 && (now.write || !old.write) &&
                           (old.atomic || !now.atomic) && (old.visible || !now.visible);
      if (covered) {
        const uint32_t number = *link;
        trail.set(*link, old.older);
        trail.save(old);
        old.older = free_;
        trail.set(free_, number);
      } else {
        link = &old.older;
      }
    }
    uint32_t number = free_;
    if (number != 0) {
      trail.set(free_, records_[number].older);
    } else {
      number = used_ + 1;
      trail.set(used_, number);
    }
    trail.save(records_[number]);
    records_[number] = now;
    records_[number].older = word.newest;
    trail.set(word.newest, number);
  }

  Leaf*** top_ = nullptr;
  Recorded* records_ = nullptr;
  uint32_t used_ = 0, free_ = 0;
  std::vector<uint64_t> shared_;  // words
};

extern Shadow shadow;

}  // namespace mover::runtime
