// Touches with interleaving-independent names, so that the future of a state is described in the same way on every path
// that leads to the state. Each touch has a number, and the table contains which touches may race. Objects that share a
// name are treated as one object, so the relation is an over-approximation.
//
// Only steps that may be co-enabled race [FG05]. The steps of two threads that hold a common lock are not co-enabled:
// their acquisitions may race instead. Threads are treated as locks as well [EQT06, section 3]: each thread holds its
// own pseudo-lock until it is joined, and the joining thread holds it from then on.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "search/dependence.h"
#include "search/number_set.h"

namespace mover {

// A lock by its name: object and offset. The read side of a lock has a name of its own.
struct NamedLock {
  uint64_t lock = 0;
  bool shared = false;
  auto operator<=>(const NamedLock&) const = default;
};

// The thread and the locks of a touch, which decide whether the touch may be co-enabled with another one.
struct Circumstances {
  ThreadId thread = 0;
  ThreadSet joined = 0;          // the threads that this thread has joined
  std::vector<NamedLock> locks;  // the locks that it holds, ascending
  bool own = false;              // the object belongs to the thread (AddressName::belongs_to)
};

class FootprintTable {
 public:
  // `inside_too`: a lock without a unique name that lies in the accessed object counts as held as well.
  explicit FootprintTable(bool inside_too = false) : inside_too_(inside_too) {}
  // The number of a touch by t, which has joined the threads `joined`. `with_locks`: the locks that t holds are taken
  // into account, so touches under a common lock do not race. REQUIRES: the machine is in the state before the touch.
  uint32_t number(const Machine& machine, ThreadId t, ThreadSet joined, const Touch& touch, bool with_locks);
  // The same touch, by a thread that has joined the threads `joined` as well. `reused`: numbers that new threads have
  // by now, so threads with these numbers in the set of joined threads are former ones, and are removed from it.
  uint32_t after(uint32_t number, ThreadSet joined, ThreadSet reused);
  // The same touch of a former thread, whose number has been reused.
  uint32_t by_former_thread(uint32_t number);
  // The same touch if the threads are renamed.
  uint32_t renamed(uint32_t number, const std::vector<ThreadId>& renaming);
  // The touches that may race with this touch if this touch comes first.
  const NumberSet& racing(uint32_t number) const { return rows_[number].racing; }

 private:
  struct Row {
    Touch touch;  // Touch::object is made of the name and the offset
    Circumstances when;
    NumberSet racing;
  };
  using Key = std::tuple<Touch::Kind, Address, uint64_t, ThreadId, ThreadSet, std::vector<NamedLock>, bool>;
  // An object with more accessed parts than this is treated as one part.
  static constexpr uint32_t kMostParts = 256;
  static constexpr ThreadId kFormer = 64;  // stands for all former threads whose numbers have been reused

  uint32_t add(const Touch& touch, const Circumstances& when);
  static bool may_be_co_enabled(const Row& earlier, const Row& later);

  bool inside_too_;
  std::map<Key, uint32_t> numbers_;
  std::map<std::tuple<uint32_t, ThreadSet, ThreadSet>, uint32_t> after_;
  std::map<std::tuple<uint32_t, ThreadId, ThreadSet>, uint32_t> renamed_;
  ThreadSet renamed_threads_ = 0;                // the threads that were ever renamed to another one
  std::map<uint32_t, std::set<Address>> parts_;  // by object
  std::vector<Row> rows_;
};

}  // namespace mover
