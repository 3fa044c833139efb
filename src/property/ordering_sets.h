// Happens-before as part of a state: for every past access that may still race, the set of threads and synchronisation
// objects through which it is ordered before what comes. A thread in the set is ordered after the access; an object in
// the set passes that on to who acquires it. Unlike vector clocks the sets are finite, so states with them can be
// matched [EQT06, figure 4: locksets that grow]; the search uses them where co-enabledness does not see every race
// (race.h).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "machine/machine.h"

namespace mover {

class OrderingSets {
 public:
  // The events of a step of thread t; returns the races that they complete.
  std::vector<Finding> step(const Machine& machine, ThreadId t, const std::vector<Event>& events);

  // Drops what nothing can race with any more and writes the rest in canonical form.
  // REQUIRES: machine.canonical_state() was called in this state.
  std::string canonical(const Machine& machine);

 private:
  struct Past {
    Access access;
    ir::LocId loc = 0;
    ThreadId thread = 0;
    std::set<uint64_t> ordered;  // threads by id; locks, read sides of locks and atomic bytes by address
  };

  void access(const Machine& machine, ThreadId t, const Event& event, std::vector<Finding>& races);
  void synchronise(ThreadId t, const Event& event);
  void begin_release(ThreadId t, const Event& event);
  void pass(uint64_t from, uint64_t to);  // whoever is ordered through `from` is through `to` as well
  void forget(Address object);

  std::vector<Past> past_;
};

}  // namespace mover
