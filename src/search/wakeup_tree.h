// Wakeup trees [AAJS14, definitions 6.1 and 6.2]: sequences of steps that are still to be explored from a state, with
// common prefixes shared. Each sequence wakes every thread that sleeps in that state, so no execution is sleep-set
// blocked. A sequence that a tree already contains, up to the order of independent steps, is not added.
//
// A WakeupForest stores the trees of all states on a path. A state hands subtrees to its successor, and the memory of
// explored branches is reused.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/dependence.h"

namespace mover {

constexpr uint32_t kEveryChoice = UINT32_MAX;

// A step of a sequence of past steps and one step that may follow them. Its clock contains the steps that happen-before
// it.
struct FutureStep {
  ThreadId thread = 0;
  uint32_t choice = 0;
  bool several = false;  // the step has several alternatives
  size_t number = 0;
  Clocks::Clock clock = 0;
  bool section = false;  // the step enters an atomic section, whose footprint is unknown until it is executed
  std::span<const Touch> touches;
};
using Future = std::vector<FutureStep>;

// Whether a thread's next step can be the first step of the future, up to the order of independent steps, or is
// independent of all its steps (weak initials [AAJS14, definition 4.2]).
struct Beginning {
  enum class Kind : uint8_t { No, First, Independent } kind = Kind::No;
  size_t index = 0;  // First: the index of the step
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
    uint32_t choice = 0;  // or kEveryChoice, if no step follows
    bool several = false;
    bool section = false;
    Tree rest;
    uint32_t next = kNone;  // sibling
    std::vector<Touch> touches;
  };

  // [AAJS14, algorithm 2, line 7: insert]. Consumes the future.
  void insert(const Clocks& clocks, Tree& tree, Future& future);
  // Appends a single step, whatever the tree contains.
  void append(Tree& tree, const FutureStep& step);
  bool begins_with(const Tree& tree, ThreadId t, uint32_t choice) const;

  const Branch& front(const Tree& tree) const { return branches_[tree.first]; }
  // Removes the first branch; returns its subtree.
  Tree pop_front(Tree& tree);
  void drop(Tree& tree);

 private:
  // Only a prefix of a longer sequence is kept: then executions may be redundant, but no tree is large.
  static constexpr size_t kLongest = 1024;
  uint32_t add_branch(Tree& root, uint32_t parent, const FutureStep& step);

  std::vector<Branch> branches_;
  std::vector<uint32_t> unused_;
};

}  // namespace mover
