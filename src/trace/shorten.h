// Finds a schedule with the same finding that is easier to follow: with the fewest context switches found within a
// budget, then the fewest preemptions, then the fewest steps.
#pragma once

#include <cstdint>

#include "search/search.h"

namespace mover {

struct ShortenBudget {
  uint64_t steps = 300'000;         // executed by the best-first search
  uint64_t memory_kib = 512 << 10;  // beyond the memory in use at the beginning
  uint64_t replays = 300;           // during the improvement of the given schedule
  uint64_t replayed_steps = 3'000'000;
  double seconds = 1e9;  // for programs in which a single step may take long

  // The budget for one of `count` violations: the first may use all of it, the others together as much again.
  ShortenBudget share(size_t index, size_t count) const;
};

// REQUIRES: the violation replays. So does the result.
Violation shorten(const MachineFactory& make_machine, const Violation& violation, const ShortenBudget& budget = {});

// The number of context switches of a schedule.
size_t count_switches(const Schedule& schedule);

}  // namespace mover
