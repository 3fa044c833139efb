// Touches with interleaving-independent names, so that the future of a state means the same whichever path leads to the
// state. Each touch has a number, and the table knows which touches may race. Objects that share a name are one object
// here, which over-approximates.
//
// Only steps that may be co-enabled race [FG05]. The steps of two threads that hold a common lock are not co-enabled:
// their acquisitions may race instead. Threads are locks as well [EQT06, section 3]: each thread holds its own
// pseudo-lock until it is joined, and the joining thread holds it from then on.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "search/dependence.h"
#include "search/number_set.h"

namespace mover {

// The thread and locks of a touch, which decide whether it may be co-enabled with another one.
struct Circumstances {
  ThreadId thread = 0;
  ThreadSet joined = 0;         // the threads that this thread has joined
  std::vector<uint64_t> locks;  // the locks that it holds, by name; ascending
};

class FootprintTable {
 public:
  // `inside_too`: locks without a name of their own are distinguished by the object that they are in.
  explicit FootprintTable(bool inside_too = false) : inside_too_(inside_too) {}
  // `machine`: in the state before the touch. `knows_locks`: two touches under a common lock are never co-enabled.
  uint32_t number(const Machine& machine, ThreadId t, ThreadSet joined, const Touch& touch, bool knows_locks);
  // The same touch of a thread that has joined `joined` as well. `others`: the threads that it had joined before were
  // former threads with these numbers.
  uint32_t after(uint32_t number, ThreadSet joined, ThreadSet others);
  // The same touch of a former thread, whose number has been reused.
  uint32_t by_former_thread(uint32_t number);
  // The touches that may race with it if it comes first.
  const NumberSet& racing(uint32_t number) const { return rows_[number].racing; }

 private:
  struct Row {
    Touch touch;  // its object is a name
    Circumstances when;
    NumberSet racing;
  };
  using Key = std::tuple<Touch::Kind, Address, uint64_t, ThreadId, ThreadSet, std::vector<uint64_t>>;
  // An object with more accessed parts than this is treated as one part.
  static constexpr uint32_t kMostParts = 256;
  static constexpr ThreadId kFormer = 64;

  uint32_t add(const Touch& touch, const Circumstances& when);
  static bool can_meet(const Row& earlier, const Row& later);

  bool inside_too_;
  std::map<Key, uint32_t> numbers_;
  std::map<std::tuple<uint32_t, ThreadSet, ThreadSet>, uint32_t> after_;
  std::map<uint32_t, std::set<Address>> parts_;  // by object
  std::vector<Row> rows_;
};

}  // namespace mover
