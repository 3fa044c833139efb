// Tracks the lifetimes of local and thread-local variables. For each variable whose address other threads may have, the
// instrumentation (src/instrument) reports where its lifetime begins, and where its block or function ends. The end of
// a thread ends all its remaining variables.
//
// The end of a lifetime counts as a write of the whole variable. If it is concurrent with another thread's access, it
// becomes a step of its own, so that the search also explores the order in which the access follows the end, which is a
// memory error. Most variables are never accessed by another thread; the end of such a variable only stores a time
// beside the stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "base/clock.h"
#include "ir/ir.h"

namespace mover::runtime {

class Locals {
 public:
  void open();  // must be called after the stacks have got their addresses

  // A local variable of the current thread begins. Does nothing if the address is not on this thread's stack.
  // `pc`: the program's code that reports it.
  void begin(uint64_t address, uint64_t size, const void* pc);
  // The same for a variable with red zones. They stay until end_zones is called when the function returns.
  void begin_with_zones(uint64_t address, uint64_t size, const void* pc);
  void end_zones(uint64_t address, uint64_t size);
  // The end of the longest sequence of words from `from` on, at most up to `to`, that belong to variables of the
  // current thread whose block has ended.
  uint64_t end_of_ended(uint64_t from, uint64_t to) const;
  void end_zones_in(uint64_t begin, uint64_t size);  // removes all red zones in the range
  enum class Scope : uint8_t { Block, Frame, Main };
  void end(uint64_t address, uint64_t size, Scope scope, ir::LocId loc);
  // An exception or longjmp has left all frames below the address without calls of end().
  void end_below(uint64_t address, ir::LocId loc);
  // The current thread's first function has returned. From now on, the thread runs only functions whose frames lie
  // below `here` (destructors, exit handlers). So no frame of the C library overlaps the variables of the functions
  // that have returned.
  void retire_above(uint64_t here);
  // The size of the part of the current thread's stack below `here` in which variables have begun.
  uint64_t bytes_used_below(uint64_t here) const;
  void begin_thread(uint32_t t);
  void copy_thread(uint32_t parent, uint32_t child);
  // The current thread ends, and with it all its variables.
  void end_thread(ir::LocId loc);

  // Whether an access by thread t to these bytes is an error because the variable has ended or because they are a red
  // zone. `here`: the lowest address in use on t's own stack. `some_unset`: if there is no error, receives whether some
  // of the bytes were never set.
  bool has_ended(uint32_t t, uint64_t address, uint64_t size, uint64_t here, bool* some_unset = nullptr) const;
  // Whether a synchronisation object at the address was in a frame of the current thread whose function has returned.
  // `frame`: the frame of the run-time's function that the program has called.
  bool is_in_left_frame(uint64_t address, uint64_t frame) const;
  static uint32_t owner_of(uint64_t address);  // the thread on whose stack the address is, or kMostThreads
  // Whether the address is that of a variable of the current thread that has ended. `here`: the lowest address in use.
  bool is_of_ended_variable(uint64_t address, uint64_t here) const;
  // Whether some of the bytes are a red zone of a local variable.
  bool is_beside(uint64_t address, uint64_t size) const;
  // Whether the two addresses need not be in one variable: exactly one of them is on a thread's stack, or they are on
  // different stacks, or both are on one stack and no variable that has been reported contains both. (Variables
  // that are accessed within their bounds only, and whose address no other thread can have, are not reported.)
  bool separate(uint64_t low, uint64_t high) const;
  std::string how_it_ended(const std::string& verb, uint64_t address, uint64_t size) const;
  // The current thread accesses another thread's variable. `visible`: the access is a step of its own.
  void accessed(uint64_t address, uint64_t size, bool visible);
  // Records that other threads access these bytes in an earlier execution or in a recorded trace.
  void accessed_by_others(uint64_t address, uint64_t size);
  // Records that a synchronisation object lies at the address.
  void holds_object(uint64_t address);

  // The following functions track bytes that were not set since their variable began: memory/unset_locals.cc.
  void begin_unset(uint64_t address, uint64_t size);  // only for the current thread's own stack
  uint8_t state_of(uint64_t address, uint64_t size) const;
  bool set(uint64_t address, uint64_t size, bool is_set);  // returns false if the address is not on a stack
  // Marks all bytes of the variable from the address on as set. If the end of the variable is not known, this includes
  // variables after it. Returns whether some byte was unset.
  bool set_from(uint64_t address);

  // Appends this thread's part of a state: the variables in the used part of the stack whose block has ended, the red
  // zones, and the bytes that were never set.
  void put(uint32_t t, uint64_t used_from, std::string& to) const;

 private:
  struct Word {
    uint64_t saved_in = 0;  // see Trail
    uint32_t time = 0;      // the latest end of one of the bytes `past`, by the clock of their thread
    uint8_t past = 0;       // bytes that have belonged to a variable that has ended
    uint8_t ended = 0;      // bytes of a variable whose block has ended, and whose function has not returned
    uint8_t left = 0;       // bytes of a variable whose function has returned
    uint8_t beside = 0;     // bytes of red zones

    void will_change() { trail.save_once(saved_in, &time, sizeof(Word) - offsetof(Word, time)); }
  };
  // The states of consecutive words.
  struct UnsetWords {
    static constexpr uint64_t kWords = 32;
    uint64_t saved_in = 0;       // see Trail
    uint8_t never[kWords] = {};  // for each word, bytes that were never set
    // For each word of a variable that began unset, a number that differs from those of the neighbouring variables.
    uint8_t variable[kWords] = {};

    void will_change() { trail.save_once(saved_in, never, sizeof never + sizeof variable); }
    bool has_none() const;
  };
  // Properties that a word has had in some execution. Backtracking does not undo them.
  enum Known : uint8_t { kAccessedByOthers = 1, kHoldsObject = 2 };

  static constexpr uint64_t kWord = 8;
  uint64_t latest_begin(uint32_t t, uint64_t from, uint64_t to) const;
  static uint64_t first_word(uint64_t address) { return address & ~(kWord - 1); }
  Word& word(uint32_t t, uint64_t address) const;
  uint8_t& known(uint32_t t, uint64_t address) const;
  bool is_known(uint32_t t, uint64_t address, uint64_t size, Known what) const;
  void write(uint64_t address, uint64_t size, bool visible);
  void become_step(uint64_t address, uint64_t size, ir::LocId loc);
  void destroy_objects(uint64_t address, uint64_t size, ir::LocId loc);
  void mark_left(uint32_t t, uint64_t begin, uint64_t end);
  bool is_left(uint64_t address, Word& now, uint8_t bytes) const;
  UnsetWords& unset_words(uint32_t t, uint64_t address) const;
  static uint64_t index_in_unset_words(uint32_t t, uint64_t address);
  uint8_t unset(uint32_t t, uint64_t address) const;
  uint8_t variable(uint32_t t, uint64_t address) const;
  template <typename F>
  void for_each_part(uint32_t t, uint64_t begin, uint64_t end, F f) const;
  void begin_set(uint32_t t, uint64_t begin, uint64_t end);
  void set_unset(uint32_t t, uint64_t word, uint8_t bytes);
  void clear_unset(uint32_t t, uint64_t begin, uint64_t end);
  void copy_unset(uint32_t parent, uint32_t child);
  void set_beside(uint32_t t, uint64_t begin, uint64_t end, bool is_beside);

  Word* words_[kMostThreads] = {};
  uint8_t* known_[kMostThreads] = {};
  uint8_t* begins_[kMostThreads] = {};  // for each word, the bytes at which the latest variables there begin
  UnsetWords* unset_[kMostThreads] = {};
  uint64_t deepest_[kMostThreads] = {};                    // the lowest address of a variable since the last end_below
  uint64_t retired_[kMostThreads] = {};                    // see retire_above; 0: not called
  std::set<uint64_t> thread_locals_[kMostThreads];         // words that other threads access in some execution
  std::set<uint64_t> thread_local_objects_[kMostThreads];  // words at which a synchronisation object was used
};

extern Locals locals;

}  // namespace mover::runtime
