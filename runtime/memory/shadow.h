// Records the past accesses to each word of memory and finds the races among them. Memory is known by its identity
// (base/identity.h). Happens-before is computed exactly, byte by byte, with vector clocks [FF09, with a list of
// accesses in place of the last write and reads]. The record of an access is dropped if every later access that races
// with it also races with a newer recorded one.
//
// A race is first treated as a refinement: accesses to the bytes become visible, each a step of its own, and the search
// restarts. The race is reported when it occurs between two such steps. So the search explores both orders, and the
// trace shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "base/identity.h"

namespace mover::runtime {

struct Recorded {  // an access
  uint32_t time;   // clock.at[thread] of the accessing thread at the access
  uint32_t location;
  uint8_t thread;
  uint8_t bytes;  // mask of the accessed bytes of the word
  bool write, atomic, visible;
  bool is_allocation = false;  // the access is an allocation, which is not a step
  bool synchronised = false;   // the C++ library orders accesses of this kind: see channels/standard_streams.h
};

// The mask of the word's bytes that lie between these addresses.
inline uint8_t bytes_of_word(uint64_t word, uint64_t address, uint64_t end) {
  const uint64_t first = address > word ? address - word : 0, last = end - word < 8 ? end - word : 8;
  return static_cast<uint8_t>((0xff << first) & (0xff >> (8 - last)));
}

struct Conflict {
  const Recorded* earlier = nullptr;
  uint64_t word = 0;
};

class Shadow {
 public:
  void open();

  // Whether an access to some of these bytes must be a step of its own.
  bool is_visible(uint64_t address, uint64_t size) const {
    return some_visible_ && contains_visible(identity(address), size);
  }
  void make_visible(uint64_t address, uint64_t size);
  void make_invisible(uint64_t address, uint64_t size);  // REQUIRES: no execution is under way

  // Records an access. Calls f(conflict, bytes) for each earlier access by another thread that overlaps these bytes and
  // does not happen-before this one, if at least one of the two writes.
  template <typename F>
  void access(uint64_t address, uint64_t size, Recorded now, const Clock& clock, F f) {
    address = identity(address);
    const uint64_t end = address + size;
    while (address < end) {
      const uint64_t word = address & ~7ull;
      now.bytes = bytes_of_word(word, address, end);
      access_word(word, now, clock, f);
      address = word + 8;
    }
  }
  // Calls f(earlier, word, bytes) for each access by another thread to these bytes that is not ordered before `clock`.
  template <typename F>
  void for_each_unordered(uint64_t address, uint64_t size, uint32_t thread, const Clock& clock, F f) const {
    address = identity(address);
    for (uint64_t at = address & ~7ull; at < address + size; at += 8) {
      const Leaf* leaf = leaf_of(at);
      if (leaf == nullptr) continue;
      for (uint32_t i = leaf->words[at >> 3 & 511].first; i != 0; i = records_[i].next) {
        const Recorded& old = records_[i].access;
        const uint8_t bytes = old.bytes & bytes_of_word(at, address, address + size);
        if (bytes != 0 && old.thread != thread && old.time > clock.at[old.thread]) f(old, at, bytes);
      }
    }
  }
  // Calls f(access, word) for each recorded access to these words.
  template <typename F>
  void for_each(uint64_t address, uint64_t size, F f) const {
    address = identity(address);
    for (uint64_t at = address & ~7ull; at < address + size; at += 8)
      if (const Leaf* leaf = leaf_of(at))
        for (uint32_t i = leaf->words[at >> 3 & 511].first; i != 0; i = records_[i].next) f(records_[i].access, at);
  }
  // Records that a thread accesses these bytes in some execution. Returns whether this makes some of their words
  // shared: several threads access such a word, and at least one of them writes it.
  bool touch(uint64_t address, uint64_t size, uint32_t thread, bool write);
  // Calls f(word, record) for each recorded access to a shared word.
  template <typename F>
  void for_each_shared(F f) const {
    for (const uint64_t address : shared_)
      for (uint32_t i = leaf_of(address)->words[address >> 3 & 511].first; i != 0; i = records_[i].next)
        f(address, records_[i].access);
  }

  // Deletes all recorded accesses to these words.
  void clear(uint64_t address, uint64_t size);

 private:
  struct Record {
    Recorded access;
    uint32_t next;      // the next record of the same word; 0: none
    uint64_t saved_in;  // see Trail

    void will_change() { trail.save_once(saved_in, this, offsetof(Record, saved_in)); }
  };
  struct Word {
    uint64_t saved_in = 0;
    uint32_t first = 0;  // its first record; 0: none
    // Backtracking does not undo the following fields:
    uint8_t visible = 0;       // mask of bytes
    uint8_t first_thread = 0;  // the first thread that accessed it, plus 1
    bool several = false, written = false;

    void set_first(uint32_t record) {
      trail.save_once(saved_in, &first, sizeof first);
      first = record;
    }
  };
  // The bits of an identity per level of the table, above the 12 of a page.
  static constexpr uint64_t kLevel = 18, kTopLevel = 24;
  struct Leaf {
    Word words[512];
  };

  Leaf* leaf_of(uint64_t address) const {
    Leaf** middle = top_[address >> 30 & ((1 << kTopLevel) - 1)];
    return middle == nullptr ? nullptr : middle[address >> 12 & ((1 << kLevel) - 1)];
  }
  Leaf* make_leaf(uint64_t address);
  bool contains_visible(uint64_t address, uint64_t size) const;

  template <typename F>
  void access_word(uint64_t address, const Recorded& now, const Clock& clock, F& f) {
    Leaf* leaf = leaf_of(address);
    if (leaf == nullptr) [[unlikely]]
      leaf = make_leaf(address);
    Word& word = leaf->words[address >> 3 & 511];
    Record *replaced = nullptr, *before = nullptr;
    for (uint32_t number = word.first, next; number != 0; number = next) {
      Record& record = records_[number];
      const Recorded& old = record.access;
      next = record.next;
      const bool own = old.thread == now.thread, ordered = own || old.time <= clock.at[old.thread];
      // Whether every later access that races with the old one also races with this one, in the same way.
      bool covered = false;
      if ((old.bytes & now.bytes) == 0) {
        // The two accesses have no byte in common.
      } else if (own && makes_redundant(old, now)) {
        return;
      } else if (!ordered && (old.write || now.write)) {
        f(Conflict{&old, address}, now.bytes & old.bytes);
      } else {
        covered = ordered && (old.bytes & ~now.bytes) == 0 && (now.write || !old.write) &&
                  (old.atomic || !now.atomic) && (old.visible || !now.visible) &&
                  (old.synchronised || !now.synchronised);
      }
      if (covered && replaced != nullptr) {
        before->will_change();
        before->next = next;
        release_record(number);
        continue;
      }
      if (covered) replaced = &record;
      before = &record;
    }
    if (replaced == nullptr) {
      const uint32_t number = take_record();
      replaced = &records_[number];
      replaced->will_change();
      replaced->next = word.first;
      word.set_first(number);
    }
    replaced->will_change();
    replaced->access = now;
  }
  static bool makes_redundant(const Recorded& old, const Recorded& now) {
    return !old.is_allocation && old.time == now.time && old.bytes == now.bytes && old.write >= now.write &&
           old.atomic <= now.atomic && old.visible <= now.visible && old.synchronised <= now.synchronised;
  }

  // Takes a record that is not in use.
  uint32_t take_record() {
    trail.save_once(lists_saved_in_, &lists_, sizeof lists_);
    if (lists_.unused == 0) return ++lists_.used;
    const uint32_t number = lists_.unused;
    lists_.unused = records_[number].next;
    return number;
  }
  void release_record(uint32_t number) {
    trail.save_once(lists_saved_in_, &lists_, sizeof lists_);
    records_[number].will_change();
    records_[number].next = lists_.unused;
    lists_.unused = number;
  }

  bool some_visible_ = false;  // whether any byte is visible
  Leaf*** top_ = nullptr;
  Record* records_ = nullptr;
  struct {
    uint32_t used = 0, unused = 0;
  } lists_;
  uint64_t lists_saved_in_ = 0;
  std::vector<uint64_t> shared_;  // addresses of shared words
};

extern Shadow shadow;

}  // namespace mover::runtime
