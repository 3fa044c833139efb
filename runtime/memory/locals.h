// When local and thread-local variables end. Our own instrumentation (src/instrument) tells where a variable whose
// address other threads may have begins and where its block or function ends; the end of a thread ends what is left.
//
// An end is like a write of the whole variable: unordered with another thread's access, it is learned and becomes a
// step of its own, so that the order in which the access follows the end is explored too, where it is a memory error.
// As most variables are never accessed by another thread, an end costs no more than the entry of a time beside the
// stack until one is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "base/clock.h"
#include "ir/ir.h"

namespace mover::runtime {

class Locals {
 public:
  void open();  // when the stacks are where they stay

  // Of the current thread, on its own stack; elsewhere it is no local.
  void begin(uint64_t address, uint64_t size);
  // The same, with bytes around it that nothing may access, until these are taken away: when its function is left.
  void begin_with_zones(uint64_t address, uint64_t size);
  void end_zones(uint64_t address, uint64_t size);
  // Up to where all words from `from` on are of variables of the current thread whose block has ended.
  uint64_t end_of_ended(uint64_t from, uint64_t to) const;
  void end_zones_in(uint64_t begin, uint64_t size);  // all that lie there
  enum class Scope : uint8_t { Block, Frame, Main };
  void end(uint64_t address, uint64_t size, Scope scope, ir::LocId loc);
  // An exception or longjmp has left the frames below without a call of end().
  void end_below(uint64_t address, ir::LocId loc);
  // The current thread's first function has returned, and what runs on its stack from now on (destructors, exit
  // handlers) runs below `here`: no frame of the C library's comes to lie where variables of the functions that were
  // left have been.
  void retire_above(uint64_t here);
  uint64_t bytes_left_below(uint64_t here) const;  // where such variables of the current thread may lie
  void begin_thread(uint32_t t);
  // The current thread ends: all that it has.
  void end_thread(ir::LocId loc);

  // Whether thread t, on whose behalf that is asked, finds that it has ended, or is no variable. `here`: its own stack
  // is in use from there on. `some_unset`: otherwise, whether some of these bytes were never set.
  bool has_ended(uint32_t t, uint64_t address, uint64_t size, uint64_t here, bool* some_unset = nullptr) const;
  // It was not that: the bytes lie around a variable.
  bool is_beside(uint64_t address, uint64_t size) const;
  std::string how_it_ended(const std::string& verb, uint64_t address, uint64_t size) const;
  // Another thread's variable: the current thread accesses it, visibly or not.
  void accessed(uint64_t address, uint64_t size, bool visible);
  // As an earlier execution, or the one that a trace is of, has shown.
  void accessed_by_others(uint64_t address, uint64_t size);
  // There is a synchronisation object.
  void holds_object(uint64_t address);

  // Bytes that were never set since a variable began: memory/unset_locals.cc.
  void begin_unset(uint64_t address, uint64_t size);  // of the current thread, on its own stack
  uint8_t state_of(uint64_t address, uint64_t size) const;
  bool set(uint64_t address, uint64_t size, bool is_set);  // false: not on a stack
  // All of the variable from there on; where its end is not known, variables after it, too. Whether some was unset.
  bool set_from(uint64_t address);

  // The part of a state: variables in the used part of the stack whose block has ended, and bytes that were never set.
  void put(uint32_t t, uint64_t used_from, std::string& to) const;

 private:
  struct Word {
    uint64_t saved_in = 0;  // see Trail
    uint32_t time = 0;      // by its thread's clock: of the last end of …
    uint8_t past = 0;       // … these bytes
    uint8_t ended = 0;      // bytes whose block has ended, and whose function has not
    uint8_t left = 0;       // bytes whose function has been left
    uint8_t beside = 0;     // bytes around a variable

    void will_change() { trail.save_once(saved_in, &time, sizeof(Word) - offsetof(Word, time)); }
  };
  // Of some words in sequence.
  struct UnsetWords {
    static constexpr uint64_t kWords = 32;
    uint64_t saved_in = 0;          // see Trail
    uint8_t never[kWords] = {};     // for each word, bytes that were never set
    uint8_t variable[kWords] = {};  // for each word of a variable that began unset, a number that its neighbours do
                                    // not have

    void will_change() { trail.save_once(saved_in, never, sizeof never + sizeof variable); }
    bool has_none() const;
  };
  // In all executions.
  enum Known : uint8_t { kAccessedByOthers = 1, kHoldsObject = 2 };

  static constexpr uint64_t kWord = 8;
  static uint64_t first_word(uint64_t address) { return address & ~(kWord - 1); }
  static uint32_t owner_of(uint64_t address);  // of a stack; kMostThreads: it is on none
  Word& word(uint32_t t, uint64_t address) const;
  uint8_t& known(uint32_t t, uint64_t address) const;
  bool is_known(uint32_t t, uint64_t address, uint64_t size, Known what) const;
  void write(uint64_t address, uint64_t size, bool visible);
  void become_step(uint64_t address, uint64_t size, ir::LocId loc);
  void destroy_objects(uint64_t address, uint64_t size, ir::LocId loc);
  void mark_left(uint32_t t, uint64_t begin, uint64_t end);
  UnsetWords& unset_words(uint32_t t, uint64_t address) const;
  static uint64_t index_in_unset_words(uint32_t t, uint64_t address);
  uint8_t unset(uint32_t t, uint64_t address) const;
  uint8_t variable(uint32_t t, uint64_t address) const;
  template <typename F>
  void for_each_part(uint32_t t, uint64_t begin, uint64_t end, F f) const;
  void begin_set(uint32_t t, uint64_t begin, uint64_t end);
  void set_unset(uint32_t t, uint64_t word, uint8_t bytes);
  void clear_unset(uint32_t t, uint64_t begin, uint64_t end);
  void set_beside(uint32_t t, uint64_t begin, uint64_t end, bool is_beside);

  Word* words_[kMostThreads] = {};
  uint8_t* known_[kMostThreads] = {};
  UnsetWords* unset_[kMostThreads] = {};
  uint64_t deepest_[kMostThreads] = {};             // nothing has begun below since frames were last given up
  uint64_t retired_[kMostThreads] = {};             // 0, or see retire_above
  std::set<uint64_t> thread_locals_[kMostThreads];  // words that others access in some execution
};

extern Locals locals;

}  // namespace mover::runtime
