// Persistent sets: the threads to explore in a state, such that no step that other threads might take first interferes
// with them [STO02, section 6: Algorithm 2-LD, after Godefroid's Algorithm 2].
//
// The paper obtains ops(θ), an upper bound of the operations of thread θ, by static analysis. Here ops(θ) is learned:
// it contains every pending action of θ in the executions so far. If a search finds a new operation, the search is void
// and restarts; if it finds none, ops(θ) contained all operations that the search needed (docs/selective.md has the
// argument). The same facts decide which operations are invisible [section 3.5].
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
  // The numbers of its touches (see FootprintTable). If the thread is blocked on a lock or a join: of the releases that
  // enable it.
  std::vector<uint32_t> numbers;
  WaitsFor waits_for = WaitsFor::Nothing;
  Address object = 0;    // the object that it waits for
  bool section = false;  // the step enters an atomic section, whose footprint is unknown until it is executed
  bool ends = false;     // the step ends the execution, or may not terminate
  bool frees = false;
  bool visible = true;  // another thread may interfere, according to the facts when the action became pending
};
using AllPending = std::vector<std::shared_ptr<const Pending>>;  // by thread; null if the thread has none

class PersistentSets {
 public:
  // `learns`: if false, only pending actions are known.
  PersistentSets(const Machine& machine, bool learns) : machine_(machine), learns_(learns) {}

  // REQUIRES: the machine was reset.
  void begin();
  // The pending action of t in the current state, which is added to ops(t).
  std::shared_ptr<const Pending> pending_of(ThreadId t);
  // t is about to take that step, which might refute an assumption that the facts rely on.
  void before(const Pending& step, const Action& action);
  void created(ThreadId by, ThreadId t);
  // The number of additions to ops. Sets computed before a change are void.
  uint64_t refinements() const { return refinements_; }
  // An assumption that the facts rely on was refuted: nothing is known until the search has restarted.
  bool is_outdated() const { return outdated_; }

  // A set of threads such that no step of other threads, before a thread of the set moves, interferes with the set's
  // pending actions. The enabled threads of the set are a persistent set. The set is chosen so that as few of them as
  // possible are awake.
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
  std::array<NumberSet, 64> ops_;           // by thread: ops(θ)
  std::array<ThreadSet, 64> creates_ = {};  // by thread: the threads that it creates
  bool assumes_locks_ = true;               // assumption: no held lock is overwritten
  bool reuses_numbers_ = false;             // refutes the assumption that thread numbers are unique
  uint64_t names_lost_ = 0;                 // Machine::names_lost at begin(); a change refutes that names are unique
  bool outdated_ = true;
  uint64_t refinements_ = 0;
};

}  // namespace mover
