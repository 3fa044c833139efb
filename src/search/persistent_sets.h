// Persistent sets: which threads have to be tried in a state, because what others might do first would interfere with
// them [STO02, section 6: Algorithm 2-LD, after Godefroid's Algorithm 2].
//
// The paper has ops(θ), an upper bound of what thread θ may ever do, from a static analysis. Here it is learned: all
// that θ was seen to be at, in any execution. Where a search meets something new, what it has explored counts for
// nothing, and it begins anew; when it meets nothing new, the bound has contained all that could matter
// (docs/selective.md has the argument). The same facts tell which operations are invisible [section 3.5].
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "search/dependence.h"
#include "search/number_set.h"
#include "search/thread_set.h"
#include "search/touch_table.h"

namespace mover {

// What a thread is at.
struct Pending {
  Footprint touches;
  std::vector<uint32_t> numbers;  // of the touches, or of what lets a thread go on that has to wait: see TouchTable
  WaitsFor waits_for = WaitsFor::Nothing;
  Address object = 0;    // that it waits for
  bool section = false;  // it is about to enter an atomic section: what that does is not known before it is done
  bool ends = false;     // it ends the execution, or goes on computing on its own
  bool frees = false;
  bool visible = true;  // somebody may interfere with it; as far as was known when it came to it
};
using AllPending = std::vector<std::shared_ptr<const Pending>>;  // by thread; null where there is none

class PersistentSets {
 public:
  // `learns`: otherwise nothing is known but what threads are at.
  PersistentSets(const Machine& machine, bool learns) : machine_(machine), learns_(learns) {}

  // The machine was reset.
  void begin();
  // What t is at in the present state. It counts as seen.
  std::shared_ptr<const Pending> look_at(ThreadId t);
  // t is about to take that step: it might destroy what the facts rely on.
  void before(const Pending& step, const Action& action);
  void created(ThreadId by, ThreadId t);
  // How often something was learned. What was found out before it changed counts for nothing.
  uint64_t lessons() const { return lessons_; }
  // What the facts rely on has turned out wrong: nothing is known until all has begun anew.
  bool is_outdated() const { return outdated_; }

  // Threads such that nothing that others do, as long as none of these moves, interferes with what these are at: those
  // of them that are enabled are a persistent set. As few as possible are awake.
  ThreadSet find(const AllPending& pending, ThreadSet enabled, ThreadSet asleep) const;

 private:
  bool is_visible(ThreadId t, const Pending& pending) const;
  bool interferes(ThreadId other, const Pending& with) const;
  ThreadSet closure(ThreadSet set, const AllPending& pending, ThreadSet enabled) const;
  void may_do(ThreadId t, const std::vector<uint32_t>& numbers);
  bool meets(ThreadId other, uint32_t number) const;

  const Machine& machine_;
  const bool learns_;
  TouchTable table_{true};
  std::array<NumberSet, 64> ops_;           // by thread: ops(θ) …
  std::array<ThreadSet, 64> creates_ = {};  // … and whom it creates, who does more
  bool trusts_locks_ = true;                // that somebody holds are not overwritten …
  bool reuses_numbers_ = false;             // … that no thread has the number of an earlier one …
  uint64_t names_lost_ = 0;                 // … and that what has a name of its own keeps it
  bool outdated_ = true;
  uint64_t lessons_ = 0;
};

}  // namespace mover
