// Touches by names that do not depend on the interleaving, so that what happens behind a state means the same whichever
// way has led there. Each has a number, and it is known which compete. Objects that share a name share it here: then
// more seems to compete than does.
//
// Competing steps can be enabled in one state [FG05: "may be co-enabled"]. Those of two threads that hold a common lock
// cannot: it is the acquisitions that compete then. Threads are locks as well [EQT06, section 3]: each holds its own
// until it is joined, and who has joined it holds it from then on.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "search/dependence.h"
#include "search/number_set.h"

namespace mover {

// The circumstances under which a thread does something.
struct Circumstances {
  ThreadId thread = 0;
  ThreadSet joined = 0;         // by that thread, and gone
  std::vector<uint64_t> locks;  // that it holds, by name; ascending
};

class TouchTable {
 public:
  // `inside_too`: locks without a name of their own are told apart by the object that they are in.
  explicit TouchTable(bool inside_too = false) : inside_too_(inside_too) {}
  // `machine`: in the state before the touch. `knows_locks`: two who hold the same lock are never there at once.
  uint32_t number(const Machine& machine, ThreadId t, ThreadSet joined, const Touch& touch, bool knows_locks);
  // The same, by a thread that has joined these as well, while those it has joined were others of that number.
  uint32_t after(uint32_t number, ThreadSet joined, ThreadSet others);
  // The same, by a thread whose number another one has now.
  uint32_t by_former_thread(uint32_t number);
  // Those that compete with it when it comes first.
  const NumberSet& competitors(uint32_t number) const { return rows_[number].competitors; }

 private:
  struct Row {
    Touch touch;  // its object is a name
    Circumstances when;
    NumberSet competitors;
  };
  using Key = std::tuple<Touch::Kind, Address, uint64_t, ThreadId, ThreadSet, std::vector<uint64_t>>;
  // An object of which so many parts have been touched is a single thing from then on.
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
