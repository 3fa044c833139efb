// Finds a schedule to the same finding that a person can follow: with the fewest context switches found within a
// budget, then the fewest preemptions, then the fewest steps.
#pragma once

#include <cstdint>

#include "search/search.h"

namespace mover {

struct ShortenBudget {
  uint64_t steps = 300'000;         // executed while searching breadth first
  uint64_t memory_kib = 512 << 10;  // more than there was at the beginning
  uint64_t replays = 300;           // while improving the given schedule
  uint64_t replayed_steps = 3'000'000;
  double seconds = 1e9;  // the same: where a single step may take long

  // For one of `count` violations: the first may take all of it, the others share as much again.
  ShortenBudget share(size_t index, size_t count) const;
};

// REQUIRES: the violation replays. The result does too.
Violation shorten(const MachineFactory& make_machine, const Violation& violation, const ShortenBudget& budget = {});

// How often a schedule changes from one thread to another.
size_t count_switches(const Schedule& schedule);

}  // namespace mover
