// Ample sets: the threads to explore in a state of a stored graph, such that the graph preserves formulas of LTL
// without X [Pel94], and contains an execution of each fair Mazurkiewicz trace. They are persistent sets
// (persistent_sets.h) that are invisible, or all enabled threads. The graph has to satisfy the cycle proviso.
// docs/liveness.md has the argument.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "movers/soundness_rules.h"
#include "search/linear_time.h"
#include "search/persistent_sets.h"

namespace mover {

class AmpleSets {
 public:
  // `property`: steps that may change its atoms are visible; null: no step is. `fair`: fairness of threads is to be
  // kept.
  AmpleSets(const Machine& machine, const LinearTime* property, bool fair, const SoundnessRules& rules);

  // To be called for the first state of a search. REQUIRES: the machine was reset.
  void begin();
  // Appends the current state to the path. `by`: the thread whose step has led from the last state of the path to this
  // one; nothing: this is the first state. Returns the threads to explore, a subset of the enabled ones.
  ThreadSet enter(ThreadSet enabled, std::optional<ThreadId> by);
  void leave() { path_.pop_back(); }
  // A thread is about to take a step from the last state of the path; it has taken the step.
  void before_step(ThreadId t);
  void after_step(ThreadId t);

  // Facts that earlier sets relied on were refuted, so the search has to restart.
  bool restart_needed() const { return !why_impossible().empty() || sets_.is_outdated() || is_refuted_; }
  // The reason why ample sets are not used for the program; empty if they are.
  const std::string& why_impossible() const { return why_impossible_; }

 private:
  struct State {
    AllPending pending;
    ThreadSet visible = 0;
  };
  bool is_unchanged(const State& before, ThreadId by, ThreadId t) const;
  void check_facts();
  void check_section(ThreadId t);
  void check_effect(bool is_reduced);

  const Machine& machine_;
  const LinearTime* const property_;
  const SoundnessRules rules_;
  PersistentSets sets_;
  std::vector<State> path_;
  bool has_reduced_ = false;  // some state has a proper subset of its enabled threads
  uint64_t refinements_ = 0;  // PersistentSets::refinements() when the first proper subset was chosen
  bool is_refuted_ = false;
  uint64_t branching_ = 0, reduced_ = 0;  // states with several enabled threads; those of them with a proper subset
  bool enters_alone_ = false;             // a thread enters an atomic section while all others are absent
  bool detaches_ = false;                 // some thread is detached
  std::string why_impossible_;
};

}  // namespace mover
