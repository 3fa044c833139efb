// Ordering sets at the end of the path, restored after backtracking from the nearest kept state.
#include "search/path_races.h"

#include <algorithm>

namespace mover {

// Keeps the ordering sets of every kSpacing-th state, and of every kWideSpacing-th state further up the path.
void PathRaces::keep() {
  if (steps_.size() % kSpacing != 0) return;
  kept_.push_back({steps_.size(), now_});
  if (kept_.size() % kMostKept != 0) return;
  auto last = kept_.end() - kMostKept / 2;
  kept_.erase(std::remove_if(kept_.begin() + 1, last, [](const Kept& k) { return k.depth % kWideSpacing != 0; }), last);
}

void PathRaces::catch_up() {
  if (is_current_) return;
  is_current_ = true;
  const size_t end = steps_.size();
  while (kept_.back().depth > end) kept_.pop_back();
  now_ = kept_.back().order;
  for (size_t i = kept_.back().depth; i < end; ++i) now_.repeat(steps_[i].thread, steps_[i].events, steps_[i].alone);
}

std::vector<Finding> PathRaces::push(const Machine& machine, ThreadId t) {
  catch_up();
  std::vector<Finding> races = now_.step(machine, t, machine.happened());
  steps_.push_back({t, OrderingSets::was_alone(machine, t, machine.happened()), machine.happened()});
  keep();
  return races;
}

std::string PathRaces::canonical(const Machine& machine) {
  catch_up();
  return now_.canonical(machine);
}

}  // namespace mover
