// Persistent sets: which threads have to be explored in a state, because steps that other threads might take first
// would interfere with them [STO02, section 6: Algorithm 2-LD, after Godefroid's Algorithm 2].
//
// The paper has ops(θ), an upper bound of the operations of thread θ, from a static analysis. Here it is learned: all
// pending actions of θ, in any execution. Where a search finds a new one, it is void and
// restarts; when it finds none, the bound has contained all that is needed
// (docs/selective.md has the argument). The same facts decide which operations are invisible [section 3.5].
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "search/dependence.h"
#include "search/footprint_table.h"
#include "search/number_set.h"
#include "search/thread_set.h"

namespace mover {

// The pending action of a thread.
struct Pending {
  Footprint touches;
  std::vector<uint32_t> numbers;  // of its touches, or of those that enable a blocked thread: see FootprintTable
  WaitsFor waits_for = WaitsFor::Nothing;
  Address object = 0;    // that it waits for
  bool section = false;  // it is about to enter an atomic section, whose footprint is not known before it is executed
  bool ends = false;     // it ends the execution, or computes for ever
  bool frees = false;
  bool visible = true;  // another thread may interfere with it; as far as was known when it became pending
};
using AllPending = std::vector<std::shared_ptr<const Pending>>;  // by thread; null where there is none

class PersistentSets {
 public:
  // `learns`: otherwise nothing is known but pending actions.
  PersistentSets(const Machine& machine, bool learns) : machine_(machine), learns_(learns) {}

  // The machine was reset.
  void begin();
  // The pending action of t in the present state. It is added to ops(t).
  std::shared_ptr<const Pending> look_at(ThreadId t);
  // t is about to take that step: it might refute what the facts rely on.
  void before(const Pending& step, const Action& action);
  void created(ThreadId by, ThreadId t);
  // How often something was learned. Sets computed before a change are void.
  uint64_t refinements() const { return refinements_; }
  // What the facts rely on was refuted: nothing is known until the search has restarted.
  bool is_outdated() const { return outdated_; }

  // Threads such that no step of other threads, as long as none of these moves, interferes with their pending actions:
  // the enabled ones are a persistent set. As few as possible of them are awake.
  ThreadSet find(const AllPending& pending, ThreadSet enabled, ThreadSet asleep) const;

 private:
  bool is_visible(ThreadId t, const Pending& pending) const;
  bool interferes(ThreadId other, const Pending& with) const;
  ThreadSet closure(ThreadSet set, const AllPending& pending, ThreadSet enabled) const;
  void may_do(ThreadId t, const std::vector<uint32_t>& numbers);
  bool meets(ThreadId other, uint32_t number) const;

  const Machine& machine_;
  const bool learns_;
  FootprintTable table_{true};
  std::array<NumberSet, 64> ops_;           // by thread: ops(θ) …
  std::array<ThreadSet, 64> creates_ = {};  // … and the threads that it creates
  bool assumes_locks_ = true;               // assumptions: no held lock is overwritten …
  bool reuses_numbers_ = false;             // … no thread has the number of an earlier one …
  uint64_t names_lost_ = 0;                 // … and unique names stay unique
  bool outdated_ = true;
  uint64_t refinements_ = 0;
};

}  // namespace mover
