#include "search/races_on_path.h"

#include <algorithm>

namespace mover {

std::vector<Finding> RacesOnPath::step(const Machine& machine, ThreadId t) {
  std::vector<Finding> races = now_.step(machine, t, machine.happened());
  steps_.push_back({t, machine.happened()});
  keep();
  return races;
}

void RacesOnPath::back_to(size_t depth) {
  if (depth == steps_.size()) return;
  steps_.resize(depth);
  while (kept_.back().depth > depth) kept_.pop_back();
  const size_t from = kept_.back().depth;
  now_ = kept_.back().sets;
  const std::vector<Step> rest(steps_.begin() + static_cast<std::ptrdiff_t>(from), steps_.end());
  steps_.resize(from);
  for (const Step& step : rest) {
    now_.repeat(step.thread, step.events);
    steps_.push_back(step);
    keep();
  }
}

// Far from the end of the path fewer will do.
void RacesOnPath::keep() {
  if (steps_.size() % kSpacing != 0) return;
  kept_.push_back({steps_.size(), now_});
  if (kept_.size() % kMostKept != 0) return;
  kept_.erase(std::remove_if(kept_.begin() + 1, kept_.end() - kMostKept / 2,
                             [](const Kept& kept) { return kept.depth % kWideSpacing != 0; }),
              kept_.end() - kMostKept / 2);
}

}  // namespace mover
