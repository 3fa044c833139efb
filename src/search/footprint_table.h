// Touches by interleaving-independent names, so that the future of a state means the same whichever path has led there.
// Each has a number, and the table knows which may race. Objects that share a name are one here: that
// over-approximates.
//
// Steps in a race may be co-enabled [FG05]. Those of two threads that hold a common lock
// are not: their acquisitions may race instead. Threads are locks as well [EQT06, section 3]: each holds its own
// until it is joined, and the thread that has joined it holds it from then on.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "search/dependence.h"
#include "search/number_set.h"

namespace mover {

// What excludes other threads at a touch.
struct Circumstances {
  ThreadId thread = 0;
  ThreadSet joined = 0;         // by that thread
  std::vector<uint64_t> locks;  // that it holds, by name; ascending
};

class FootprintTable {
 public:
  // `inside_too`: locks without a name of their own are distinguished by the object that they are in.
  explicit FootprintTable(bool inside_too = false) : inside_too_(inside_too) {}
  // `machine`: in the state before the touch. `knows_locks`: two touches under the same lock are never co-enabled.
  uint32_t number(const Machine& machine, ThreadId t, ThreadSet joined, const Touch& touch, bool knows_locks);
  // The same, by a thread that has joined these as well, while those it has joined were others of that number.
  uint32_t after(uint32_t number, ThreadSet joined, ThreadSet others);
  // The same, by a thread whose number another one has now.
  uint32_t by_former_thread(uint32_t number);
  // Those that may race with it when it comes first.
  const NumberSet& racing(uint32_t number) const { return rows_[number].racing; }

 private:
  struct Row {
    Touch touch;  // its object is a name
    Circumstances when;
    NumberSet racing;
  };
  using Key = std::tuple<Touch::Kind, Address, uint64_t, ThreadId, ThreadSet, std::vector<uint64_t>>;
  // An object of which so many parts have been accessed is one part from then on.
  static constexpr uint32_t kMostParts = 256;
  static constexpr ThreadId kFormer = 64;

  uint32_t add(const Touch& touch, const Circumstances& when);
  static bool can_meet(const Row& earlier, const Row& later);

  bool inside_too_;
  std::map<Key, uint32_t> numbers_;
  std::map<std::tuple<uint32_t, ThreadSet, ThreadSet>, uint32_t> after_;
  std::map<uint32_t, std::set<Address>> parts_;  // of an object
  std::vector<Row> rows_;
};

}  // namespace mover
