// Shortens the schedule of a violation, so that it is easier to understand. Within a budget, it minimises first the
// number of context switches, then that of preemptions, then that of steps.
#pragma once

#include <cstdint>

#include "search/search.h"

namespace mover {

struct ShortenBudget {
  // Of the best-first search:
  uint64_t steps = 300'000;
  uint64_t memory_kib = 512 << 10;  // in addition to the memory in use at the beginning
  // Of the improvement of the given schedule:
  uint64_t replays = 300;
  uint64_t replayed_steps = 3'000'000;
  double seconds = 1e9;  // a limit for programs in which a single step may take long

  // The budget for violation `index` of `count`. The first violation gets the whole budget, and the others share
  // another one of the same size.
  ShortenBudget share(size_t index, size_t count) const;
};

// Returns a violation that replays. REQUIRES: the given violation replays.
Violation shorten(const MachineFactory& make_machine, const Violation& violation, const ShortenBudget& budget = {});

// The number of context switches of a schedule.
size_t count_switches(const Schedule& schedule);

}  // namespace mover
