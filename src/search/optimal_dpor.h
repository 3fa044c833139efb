// Optimal DPOR [AAJS14, algorithm 2], in two files: optimal_dpor.cc takes the steps, optimal_races.cc finds their races
// and fills the wakeup trees.
#pragma once

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "search/cycle_detection.h"
#include "search/path_order.h"
#include "search/path_races.h"
#include "search/wakeup_tree.h"

namespace mover {

// Facts that a search must have from the start. If the search learns a new one, it restarts with it.
struct Needs {
  bool keep_atomics = false;  // see OrderingSets::Options
  bool other_search = false;  // the state space is cyclic, or the program computes with schedule-dependent addresses
  bool alternatives = false;  // some step has several alternatives, so every race is examined as in the paper
  uint64_t refinements = 0;   // Machine::refinements()
  bool operator==(const Needs&) const = default;
};

class OptimalDpor final : public DepthFirst {
 public:
  OptimalDpor(Machine& machine, SearchRun& run, Needs needs)
      : DepthFirst(machine, run),
        known_(needs),
        needs_(needs),
        merges_(machine.merges_steps()),
        object_bits_(machine.traits().object_bits),
        versions_(64),
        random_(options_.seed),
        cycles_(machine, options_) {
    if (!merges_ && options_.checks.race) races_.emplace(machine, needs.keep_atomics);
  }

  // Returns what the search needs. If that differs from the constructor's argument, the search has stopped and must
  // restart with it. REQUIRES: the machine was reset, with the result `first`.
  Needs run(const StepResult& first);

 private:
  // The pending action of a thread.
  struct Parked {
    uint32_t since = 0;  // the first state of the path in which it is pending
    uint32_t first_touch = 0, num_touches = 0;
    uint64_t objects = 0;  // a Bloom filter of the accessed objects
    uint8_t thread = 0;
    WaitsFor waits_for = WaitsFor::Nothing;
    bool waiting = false;  // Machine::waiting()
    bool section = false;  // the step enters an atomic section
    bool can_block = false;
    bool several = false;  // there are several alternatives, or their number depends on other threads
  };
  // An element of a sleep set: an alternative of a thread's pending action, or all alternatives (kEveryChoice).
  struct Sleeper {
    ThreadId thread = 0;
    uint32_t choice = kEveryChoice;
  };
  // A state on the path.
  struct Node {
    ThreadSet parked_threads = 0;  // the parked threads
    ThreadSet enabled = 0;
    ThreadSet freeing = 0;    // the threads that are about to free memory
    ThreadSet first = 0;      // scheduled first: these threads then start once for all executions from this state
    ThreadSet last = 0;       // scheduled last: their steps end the execution, may not terminate, or are joins
    ThreadSet failed = 0;     // threads whose steps end the execution in this state
    WakeupForest::Tree tree;  // the wakeup tree
    WakeupForest::Tree rest;  // the wakeup tree after the explored step
    ThreadId thread = 0;      // the explored thread
    uint32_t choice = 0, choices = 0;  // its next alternative, and the end of their range; choices == 0: no thread
    bool several = false;              // the action has more than one alternative
    bool every = false;                // all alternatives are explored
    bool ended = false;                // some alternative has ended the execution
    bool covered = false;              // all executions that begin with some step of this state were explored
    // The last state in which other threads were enabled: this state, or the state before the current atomic section.
    uint32_t anchor = 0;
    uint32_t first_sleeper = 0, first_parked = 0;
    PathOrder::Mark mark;
  };
  // A race whose examination is deferred to the end of the execution. In the state before the earlier step a thread
  // sleeps whose step is independent of the reversal's steps. The reversal is explored only if a step of the execution
  // that does not happen-after the earlier step wakes this thread. (If Needs::alternatives is set, all races are
  // deferred, and all reversals are explored.)
  struct Deferred {
    uint32_t earlier = 0, later = 0;
    Clocks::Clock clock = 0;  // the clock of the later step if it did not depend on the earlier one
    Sleeper sleeper;
    // The number of the step that wakes the sleeper. A number below `later` stays valid in all executions that contain
    // the race; kNone: no such step so far.
    uint32_t woken_by = PathOrder::kNone;
  };

  bool has_states() const override { return !stack_.empty(); }
  bool select() override { return select_thread(); }
  bool take() override { return follow_next() && needs_ == known_; }
  bool leave() override;
  bool must_stop() override {
    if (merges_) needs_.refinements = machine_.refinements();
    return needs_ != known_;
  }
  bool lends_machine() const override { return true; }
  bool follow_next();
  bool enter();
  bool select_thread();
  bool begin_thread(ThreadId t, uint32_t choice, WakeupForest::Tree rest);
  void finish_thread();
  ThreadSet candidates() const;
  ThreadId best_of(ThreadSet all);
  void restore_top();

  uint64_t objects_of(const Touch& touch) const;
  void update_pending_of(ThreadId t);
  void update_pending(ThreadId moved, uint64_t objects);
  void compute_sleep_set(const Node& before, Node& node, ThreadId moved);
  uint64_t record_footprint(const Parked& at);
  bool may_have_blocked(const Node& node);
  bool is_in_section(const Node& node) const;

  using Sources = std::vector<PathOrder::Source>;
  // The reason why a race cannot be reversed: another step between the two orders them (Between), or the thread of the
  // later step is blocked in the state before the earlier step (Blocked).
  enum class Obstacle : uint8_t { None, Between, Blocked };
  void find_races(ThreadId t, const Parked& at, const Sources& sources, const Sources& needed, bool at_end);
  Obstacle obstacle(const PathOrder::Source& earlier, const Sources& sources) const;
  bool reverse(const PathOrder::Source& race, ThreadId t, const Parked& at, const Sources& sources, bool at_end);
  bool was_explored(uint32_t node, std::optional<Sleeper>& independent) const;
  uint32_t waker(uint32_t earlier, uint32_t begin, const Sleeper& sleeper) const;
  void examine_deferred(Deferred& race);
  void insert_all_of(uint32_t earlier, uint32_t later, const SequenceStep& step);
  void add_all_threads(uint32_t node);
  void add_blocked_section(ThreadId t);
  void add_missed_timeout(ThreadId t, const Parked& at);
  bool end_of_execution();

  bool report_races();

  const Parked& parked(ThreadId t) const { return parked_[versions_[t].back()]; }
  const Parked& parked_in(uint32_t node, ThreadId t) const;
  std::span<const Touch> touches(const Parked& at) const { return order_.touches(at.first_touch, at.num_touches); }
  std::span<const Sleeper> sleepers(uint32_t node) const {
    const size_t end = node + 1 < stack_.size() ? stack_[node + 1].first_sleeper : sleepers_.size();
    return {sleepers_.data() + stack_[node].first_sleeper, end - stack_[node].first_sleeper};
  }
  bool asleep(uint32_t node, ThreadId t, uint32_t choice) const {
    for (const Sleeper& s : sleepers(node))
      if (s.thread == t && (s.choice == kEveryChoice || s.choice == choice)) return true;
    return false;
  }
  uint32_t top() const { return static_cast<uint32_t>(stack_.size() - 1); }

  const Needs known_;
  Needs needs_;
  const bool merges_;
  const uint32_t object_bits_;  // see Machine::Traits
  std::vector<Node> stack_;
  PathOrder order_;
  WakeupForest forest_;
  std::vector<Sleeper> sleepers_;                // grouped by state, in stack order
  std::vector<Parked> parked_;                   // grouped by state, in stack order
  std::vector<std::vector<uint32_t>> versions_;  // by thread: indices of its pending actions in the order of the path
  std::vector<Deferred> deferred_;
  uint32_t fresh_ = 0;     // the first step of the path that was part of no complete execution so far
  bool woke_ = false;      // the last step has woken a thread
  bool sections_ = false;  // some thread was about to enter an atomic section
  std::unordered_set<Address> racing_objects_;  // objects with races so far
  uint64_t random_;                             // the state of the random-number generator (any_of)
  std::optional<PathRaces> races_;
  CycleDetection cycles_;
  // Scratch.
  std::vector<PathOrder::Source> sources_;
  std::vector<uint32_t> steps_;
  std::vector<Access> accesses_;
  StepSequence sequence_;
};

}  // namespace mover
