// The locking discipline LD' [STO02, sections 3.4 and 7] along the present execution, where it is asked for: for each
// byte that several threads can reach, the locks that every access has held. The rule is that of
// movers/candidate_locks.h; which accesses are initialisation is said in memory/reach.h.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "base/clock.h"
#include "movers/candidate_locks.h"

namespace mover::runtime {

class Locking {
 public:
  bool on = false;

  // The current thread is about to access it, and is not alone.
  void access(uint64_t address, uint64_t size, bool write, bool atomic, ir::LocId loc);
  // The current thread is alone: its accesses are exempt, and the sets are reset for threads that it creates then.
  void begin_anew() { trail.set(age_, age_ + 1); }
  // Something else lies there from now on.
  void forget(uint64_t begin, uint64_t end);
  // A function of the current thread returns, and its variables are gone: they lie below.
  void leave_frame(uint64_t end);
  // A variable of the current thread is gone with its function.
  void leave_local(uint64_t begin, uint64_t end);
  // These bytes have a discipline of their own, which is not checked.
  void exempt(uint64_t begin, uint64_t size);

 private:
  static constexpr uint32_t kNoThread = kMostThreads;
  struct Record {  // of some bytes of a word
    CandidateLocks locks;
    LockedAccess last{.thread = kNoThread}, other{.thread = kNoThread};  // other: of another thread than `last`
    uint8_t bytes = 0;                                                   // a mask
    uint32_t older = 0;                                                  // of the same word; 0: none
  };
  struct Word {
    uint64_t age = 0;
    uint32_t newest = 0;
  };
  struct Sets {
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
  std::vector<uint64_t> locks_;                                     // their addresses
  std::map<uint64_t, Word> words_;  // by address; never erased, as the trail restores them
  std::set<uint64_t> locals_;       // those of them that are on stacks
  Record* records_ = nullptr;
  uint32_t used_ = 0;
  uint64_t age_ = 1;
  struct Exempt {
    uint64_t begin, end;
  };
  std::vector<Exempt> exempt_;
  uint32_t num_exempt_ = 0;  // so many of them, in this execution
};

extern Locking locking;

}  // namespace mover::runtime
