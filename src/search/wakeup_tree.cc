// Wakeup trees [AAJS14, definitions 6.1 and 6.2].
#include "search/wakeup_tree.h"

#include <utility>

namespace mover {

Beginning beginning(const Clocks& clocks, const Future& future, const FutureStep& next) {
  using Kind = Beginning::Kind;
  for (size_t i = 0; i < future.size(); ++i) {
    const FutureStep& step = future[i];
    if (step.thread != next.thread) continue;
    if (step.choice != next.choice && next.choice != kEveryChoice) return {};
    for (size_t k = 0; k < i; ++k)
      if (clocks.knows(step.clock, future[k].thread, future[k].number)) return {};
    return {Kind::First, i};
  }
  if (next.section || next.several) return {};  // another alternative may have another future
  for (const FutureStep& step : future)
    if (dependent(step.touches, next.touches)) return {};
  return {Kind::Independent, 0};
}

uint32_t WakeupForest::add_branch(Tree& root, uint32_t parent, const FutureStep& step) {
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

void WakeupForest::insert(const Clocks& clocks, Tree& root, Future& future) {
  uint32_t at = kNone;  // the branch that was followed last
  // Descends as long as a branch can come first: exploring it explores the rest of the future as well.
  for (uint32_t child = root.first; child != kNone && !future.empty();) {
    const Branch& branch = branches_[child];
    const FutureStep next{branch.thread, branch.choice, branch.several, 0, 0, branch.section, branch.touches};
    const Beginning how = beginning(clocks, future, next);
    if (how.kind == Beginning::Kind::No) {
      child = branch.next;
      continue;
    }
    if (how.kind == Beginning::Kind::First) future.erase(future.begin() + static_cast<std::ptrdiff_t>(how.index));
    if (branch.rest.empty()) return;  // all continuations of this branch will be explored
    at = child;
    child = branch.rest.first;
  }
  for (size_t i = 0; i < future.size() && i < kLongest; ++i) at = add_branch(root, at, future[i]);
}

void WakeupForest::append(Tree& tree, const FutureStep& step) { add_branch(tree, kNone, step); }

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
