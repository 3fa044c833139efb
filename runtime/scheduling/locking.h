// Checks the locking discipline LD' [STO02, sections 3.4 and 7] along the present execution, if the user asks for it.
// For each byte that several threads can reach, it maintains the set of locks that every access has held.
// property/candidate_locks.h has the rule; memory/reach.h decides which accesses are initialisation.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "base/clock.h"
#include "property/candidate_locks.h"

namespace mover::runtime {

class Locking {
 public:
  bool on = false;

  // The current thread is about to access these bytes. REQUIRES: it is not the only thread.
  void access(uint64_t address, uint64_t size, bool write, bool atomic, ir::LocId loc);
  // The current thread has become the only one. Its accesses are exempt, and all locksets begin anew for the threads
  // that it creates later.
  void begin_anew() { trail.set(age_, age_ + 1); }
  // The object in these bytes has ended, so its locksets do not apply to the next one there.
  void clear(uint64_t begin, uint64_t end);
  // A function of the current thread returns. Its variables, which lie below `end` on the stack, cease to exist.
  void leave_frame(uint64_t end);
  // The lifetime of a local variable of the current thread ends.
  void leave_local(uint64_t begin, uint64_t end);
  // The program follows another discipline for these bytes, so they are not checked.
  void exempt(uint64_t begin, uint64_t size);

 private:
  static constexpr uint32_t kNoThread = kMostThreads;
  struct Record {  // the past accesses to some bytes of a word
    CandidateLocks locks;
    LockedAccess last{.thread = kNoThread};
    LockedAccess other{.thread = kNoThread};  // the last access by another thread than that of `last`
    uint8_t bytes = 0;                        // a mask of the bytes of the word
    uint32_t older = 0;                       // the next record of the same word; 0: none
  };
  struct Word {
    uint64_t age = 0;     // the value of age_ when the records were begun; with another age_, they are invalid
    uint32_t newest = 0;  // the first record; 0: none
  };
  struct Sets {  // all locks that a thread holds, and those that it does not share with readers
    LocksetId any, exclusive;
  };

  Sets held();
  LockName name_of(uint64_t lock);
  void enter_word(uint64_t address, uint8_t bytes, const LockedAccess& access, bool atomic, LockedAccess& earlier);
  Record& add(Word& word, const Record& record);
  void report(uint64_t address, const LockedAccess& now, const LockedAccess& earlier) const;

  Locksets locksets_;
  std::map<std::vector<uint64_t>, Sets> held_;                      // by thread and locks
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> lock_numbers_;  // by address and generation
  std::vector<uint64_t> locks_;                                     // the address of the lock with each number
  std::map<uint64_t, Word> words_;  // by address; never erased, as the trail restores their contents
  std::set<uint64_t> locals_;       // the addresses of the words that are on stacks
  Record* records_ = nullptr;
  uint32_t used_ = 0;  // the number of records
  uint64_t age_ = 1;   // begin_anew increments it
  struct Exempt {
    uint64_t begin, end;
  };
  std::vector<Exempt> exempt_;
  uint32_t num_exempt_ = 0;  // the number of elements of exempt_ that are valid in this execution
};

extern Locking locking;

}  // namespace mover::runtime
