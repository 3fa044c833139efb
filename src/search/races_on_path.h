// Data races along the path of a search without stored states: what happens-before says about the state at its end. Kept
// for that one and for some before; those between are found by repeating a few steps.
#pragma once

#include <vector>

#include "property/ordering_sets.h"

namespace mover {

class RacesOnPath {
 public:
  explicit RacesOnPath(OrderingSets::Options options) : now_(locksets_, options) { kept_.push_back({0, now_}); }

  size_t depth() const { return steps_.size(); }
  // The machine has just taken that step (or been reset). Returns the races that it completes.
  std::vector<Finding> step(const Machine& machine, ThreadId t);
  void back_to(size_t depth);
  bool mixes() const { return now_.mixes(); }

 private:
  static constexpr size_t kSpacing = 16, kWideSpacing = 256, kMostKept = 64;
  struct Step {
    ThreadId thread = 0;
    std::vector<Event> events;
  };
  struct Kept {
    size_t depth = 0;
    OrderingSets sets;
  };
  void keep();

  LocksetTable locksets_;
  OrderingSets now_;
  std::vector<Step> steps_;
  std::vector<Kept> kept_;  // by depth, ascending; the first is the beginning
};

}  // namespace mover
