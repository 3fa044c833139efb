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
  // The numbers of its touches in the FootprintTable. If the thread is blocked on a lock or a join, these are the
  // numbers of the releases that enable the thread.
  std::vector<uint32_t> numbers;
  WaitsFor waits_for = WaitsFor::Nothing;
  Address object = 0;    // the synchronisation object, which the thread waits for if it is blocked
  bool section = false;  // the step enters an atomic section, whose footprint is unknown until it is executed
  bool ends = false;     // the step ends the execution, or may not terminate
  bool frees = false;
  bool renews = false;  // the step initialises or destroys a synchronisation object
  bool visible = true;  // another thread may interfere, according to ops when the action became pending
};
using AllPending = std::vector<std::shared_ptr<const Pending>>;  // by thread; null if the thread has none

class PersistentSets {
 public:
  struct Options {
    bool learns = true;  // false if neither find() nor Pending::visible is used, so that ops need not be learned
    // The operations of readers on a lock are dependent although they commute, so that all equivalent executions agree
    // on the times at which a writer is enabled.
    bool orders_readers = false;
  };
  PersistentSets(const Machine& machine, const Options& options) : machine_(machine), options_(options) {}

  // REQUIRES: the machine was reset.
  void begin();
  // The pending action of t in the current state, which is added to ops(t).
  std::shared_ptr<const Pending> pending_of(ThreadId t);
  // A thread is about to take that step, which might refute an assumption that ops relies on.
  void before(const Pending& step, const Action& action);
  // Thread `by` has created thread t.
  void created(ThreadId by, ThreadId t);
  // The number of additions to ops and to the creations of threads. Sets computed before an addition are void.
  uint64_t refinements() const { return refinements_; }
  // An assumption that ops relies on was refuted. The search has to restart, and begin() resets ops.
  bool is_outdated() const { return outdated_; }

  // A set of threads with the following property: as long as no thread of the set takes a step, no step of another
  // thread interferes with the pending actions of the set. The enabled threads of the set are a persistent set. Among
  // several such sets, one with the fewest enabled threads outside the sleep set is chosen. A set that contains one of
  // the threads `not_alone` contains all enabled threads.
  ThreadSet find(const AllPending& pending, ThreadSet enabled, ThreadSet asleep, ThreadSet not_alone = 0) const;

 private:
  bool is_visible(ThreadId t, const Pending& pending) const;
  bool interferes(ThreadId other, const Pending& with) const;
  ThreadSet closure(ThreadSet set, const AllPending& pending, ThreadSet enabled) const;
  void may_do(ThreadId t, const std::vector<uint32_t>& numbers);
  bool may_race_with(ThreadId other, uint32_t number) const;

  const Machine& machine_;
  const Options options_;
  FootprintTable table_{true};
  std::array<NumberSet, 64> ops_;           // by thread: ops(θ)
  std::array<ThreadSet, 64> creates_ = {};  // by thread: the threads that it creates
  bool assumes_locks_ = true;               // assumption: no held lock is overwritten
  bool reuses_numbers_ = false;             // refutes the assumption that thread numbers are unique
  uint64_t names_lost_ = 0;                 // Machine::names_lost() at begin(); later changes make ops outdated
  bool outdated_ = true;
  uint64_t refinements_ = 0;
};

}  // namespace mover
