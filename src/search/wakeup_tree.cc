// Wakeup trees [AAJS14, definitions 6.1 and 6.2].
#include "search/wakeup_tree.h"

#include <utility>

namespace mover {

WeakInitial weak_initial(const Clocks& clocks, const StepSequence& sequence, const SequenceStep& next) {
  using Kind = WeakInitial::Kind;
  for (size_t i = 0; i < sequence.size(); ++i) {
    const SequenceStep& step = sequence[i];
    if (step.thread != next.thread) continue;
    if (step.choice != next.choice && next.choice != kEveryChoice) return {};
    for (size_t k = 0; k < i; ++k)
      if (clocks.contains(step.clock, sequence[k].thread, sequence[k].number)) return {};
    return {Kind::First, i};
  }
  if (next.section || next.several) return {};  // other alternatives, or the rest of the section, may be dependent
  for (const SequenceStep& step : sequence)
    if (dependent(step.touches, next.touches)) return {};
  return {Kind::Independent, 0};
}

uint32_t WakeupForest::add_branch(Tree& root, uint32_t parent, const SequenceStep& step) {
  uint32_t number = 0;
  if (unused_.empty()) {
    number = static_cast<uint32_t>(branches_.size());
    branches_.emplace_back();
  } else {
    number = unused_.back();
    unused_.pop_back();
  }
  Branch& branch = branches_[number];
  branch.thread = step.thread;
  branch.choice = step.choice;
  branch.several = step.several;
  branch.section = step.section;
  branch.rest = {};
  branch.next = kNone;
  branch.touches.assign(step.touches.begin(), step.touches.end());
  Tree& tree = parent == kNone ? root : branches_[parent].rest;
  if (tree.empty())
    tree.first = number;
  else
    branches_[tree.last].next = number;
  tree.last = number;
  return number;
}

void WakeupForest::insert(const Clocks& clocks, Tree& root, StepSequence& sequence) {
  uint32_t at = kNone;  // the branch that was followed last
  // Descends along branches that are weak initials of the rest of the sequence.
  for (uint32_t child = root.first; child != kNone && !sequence.empty();) {
    const Branch& branch = branches_[child];
    const SequenceStep next{branch.thread, branch.choice, branch.several, 0, 0, branch.section, branch.touches};
    const WeakInitial how = weak_initial(clocks, sequence, next);
    if (how.kind == WeakInitial::Kind::No) {
      child = branch.next;
      continue;
    }
    if (how.kind == WeakInitial::Kind::First) sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(how.index));
    if (branch.rest.empty()) return;  // all continuations of this branch will be explored
    at = child;
    child = branch.rest.first;
  }
  for (size_t i = 0; i < sequence.size() && i < kLongest; ++i) at = add_branch(root, at, sequence[i]);
}

void WakeupForest::append(Tree& tree, const SequenceStep& step) { add_branch(tree, kNone, step); }

bool WakeupForest::begins_with(const Tree& tree, ThreadId t, uint32_t choice) const {
  for (uint32_t i = tree.first; i != kNone; i = branches_[i].next)
    if (branches_[i].thread == t && branches_[i].choice == choice) return true;
  return false;
}

WakeupForest::Tree WakeupForest::pop_front(Tree& tree) {
  const uint32_t number = tree.first;
  tree.first = branches_[number].next;
  if (tree.first == kNone) tree.last = kNone;
  unused_.push_back(number);
  return std::exchange(branches_[number].rest, {});
}

void WakeupForest::drop(Tree& tree) {
  while (!tree.empty()) {
    Tree rest = pop_front(tree);
    drop(rest);
  }
}

}  // namespace mover
