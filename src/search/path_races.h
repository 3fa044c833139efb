// Data races along the path of a depth-first search. Happens-before is kept as ordering sets for the end of the path
// and for some earlier states. For other states it is restored by processing the events of a few steps again.
#pragma once

#include <vector>

#include "property/ordering_sets.h"

namespace mover {

class PathRaces {
 public:
  // REQUIRES: the machine was just reset.
  PathRaces(const Machine& machine, bool keep_atomics)
      : now_(locksets_, {.every_pair = true, .keep_atomics = keep_atomics}) {
    now_.step(machine, 0, machine.happened());
    kept_.push_back({0, now_});
  }

  // Appends the step that t has just taken, and returns the races that it completes.
  std::vector<Finding> push(const Machine& machine, ThreadId t);
  void back_to(size_t depth) {
    is_current_ &= depth == steps_.size();
    steps_.resize(depth);
  }
  void pop() { back_to(steps_.size() - 1); }
  // See OrderingSets for both.
  bool mixes() const { return now_.mixes(); }
  std::string canonical(const Machine& machine);

 private:
  void catch_up();
  void keep();

  struct Step {
    ThreadId thread = 0;
    bool alone = false;  // OrderingSets::was_alone()
    std::vector<Event> events;
  };
  struct Kept {
    size_t depth = 0;
    OrderingSets order;
  };
  static constexpr size_t kSpacing = 16, kWideSpacing = 256, kMostKept = 64;

  LocksetTable locksets_;
  std::vector<Step> steps_;
  OrderingSets now_;        // after the last step of the path, if is_current_
  bool is_current_ = true;  // otherwise now_ has to be restored
  std::vector<Kept> kept_;  // by ascending depth; the first element is the first state of the path
};

}  // namespace mover
