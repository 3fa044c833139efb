// Wakeup trees [AAJS14, definitions 6.1 and 6.2]: sequences of steps that are still to be explored from a state, with
// common prefixes shared. Each sequence wakes every thread that sleeps in that state, so no execution is sleep-set
// blocked. A sequence that a tree already contains, up to the order of independent steps, is not added.
//
// A WakeupForest stores the trees of all states on a path. When a branch is explored, its subtree becomes the wakeup
// tree of the successor. The memory of explored branches is reused.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/dependence.h"

namespace mover {

constexpr uint32_t kEveryChoice = UINT32_MAX;  // stands for all alternatives of a step

// A step of a sequence that can be executed from an earlier state of the path: past steps, and a last step that has not
// been executed after them.
struct SequenceStep {
  ThreadId thread = 0;
  uint32_t choice = 0;
  bool several = false;     // the step has several alternatives
  size_t number = 0;        // the step's number on the path
  Clocks::Clock clock = 0;  // the steps that happen-before it
  bool section = false;     // the step enters an atomic section, whose footprint is unknown until it is executed
  std::span<const Touch> touches;
};
using StepSequence = std::vector<SequenceStep>;

// Whether a thread is a weak initial of a sequence [AAJS14, definition 4.2]: its next step is a step of the sequence
// that can come first, up to the order of independent steps (First), or is independent of all steps of the sequence.
struct WeakInitial {
  enum class Kind : uint8_t { No, First, Independent } kind = Kind::No;
  size_t index = 0;  // First: the index of the step in the sequence
};
// `next`: the thread's next step.
WeakInitial weak_initial(const Clocks& clocks, const StepSequence& sequence, const SequenceStep& next);

class WakeupForest {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Tree {
    uint32_t first = kNone, last = kNone;
    bool empty() const { return first == kNone; }
  };
  struct Branch {
    ThreadId thread = 0;
    uint32_t choice = 0;  // kEveryChoice only if `rest` is empty
    bool several = false;
    bool section = false;
    Tree rest;
    uint32_t next = kNone;  // sibling
    std::vector<Touch> touches;
  };

  // Inserts the sequence into the tree [AAJS14, algorithm 2, line 7: insert]. The sequence is changed.
  void insert(const Clocks& clocks, Tree& tree, StepSequence& sequence);
  // Appends a branch with a single step, without a check whether the tree contains the step.
  void append(Tree& tree, const SequenceStep& step);
  // Whether some branch at the root of the tree has this thread and alternative.
  bool begins_with(const Tree& tree, ThreadId t, uint32_t choice) const;

  const Branch& front(const Tree& tree) const { return branches_[tree.first]; }
  // Removes the first branch. Returns its subtree.
  Tree pop_front(Tree& tree);
  void drop(Tree& tree);

 private:
  // Of a longer sequence only a prefix is inserted, so that no tree is large. Then executions may be redundant.
  static constexpr size_t kLongest = 1024;
  uint32_t add_branch(Tree& root, uint32_t parent, const SequenceStep& step);

  std::vector<Branch> branches_;
  std::vector<uint32_t> unused_;
};

}  // namespace mover
