// Wakeup trees [AAJS14, definitions 6.1 and 6.2]: sequences of steps that are still to be explored from a state, with
// common prefixes shared. Each wakes every thread that sleeps in that state, so that no execution
// is sleep-set blocked. A sequence that a tree contains already, up to the order of independent steps, is not added.
//
// The trees of all states on a path live here. A state hands subtrees to its successor, and explored branches are
// reused.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/dependence.h"

namespace mover {

constexpr uint32_t kEveryChoice = UINT32_MAX;

// Some past steps, and one that may follow them. Each has a clock: which others happen-before it.
struct FutureStep {
  ThreadId thread = 0;
  uint32_t choice = 0;
  bool several = false;  // there are others
  size_t number = 0;
  Clocks::Clock clock = 0;
  bool section = false;  // it enters an atomic section, whose footprint is not known before it is executed
  std::span<const Touch> touches;
};
using Future = std::vector<FutureStep>;

// Whether a thread's next step can be the first of them, up to the order of independent steps, or is independent of all
// of them (weak initials [AAJS14, definition 4.2]).
struct Beginning {
  enum class Kind : uint8_t { No, First, Independent } kind = Kind::No;
  size_t index = 0;  // First: of the step
};
Beginning beginning(const Clocks& clocks, const Future& future, const FutureStep& next);

class WakeupForest {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Tree {
    uint32_t first = kNone, last = kNone;
    bool empty() const { return first == kNone; }
  };
  struct Branch {
    ThreadId thread = 0;
    uint32_t choice = 0;  // or kEveryChoice, where nothing follows
    bool several = false;
    bool section = false;
    Tree rest;
    uint32_t next = kNone;  // sibling
    std::vector<Touch> touches;
  };

  // [AAJS14, algorithm 2, line 7: insert]. The future is used up.
  void insert(const Clocks& clocks, Tree& tree, Future& future);
  // A single step, whatever is there.
  void append(Tree& tree, const FutureStep& step);
  bool begins_with(const Tree& tree, ThreadId t, uint32_t choice) const;

  const Branch& front(const Tree& tree) const { return branches_[tree.first]; }
  // Removes the first branch; returns its subtree.
  Tree pop_front(Tree& tree);
  void drop(Tree& tree);

 private:
  // Of longer sequences only a prefix is kept: then executions may be redundant, but no tree is large.
  static constexpr size_t kLongest = 1024;
  uint32_t add_branch(Tree& root, uint32_t parent, const FutureStep& step);

  std::vector<Branch> branches_;
  std::vector<uint32_t> unused_;
};

}  // namespace mover
