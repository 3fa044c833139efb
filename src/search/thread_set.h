// Sets of threads as bit sets. There are at most 64 threads.
#pragma once

#include <bit>
#include <cstdint>

#include "machine/machine.h"

namespace mover {

using ThreadSet = uint64_t;
constexpr ThreadSet bit(ThreadId t) { return 1ull << t; }
constexpr bool in(ThreadSet set, ThreadId t) { return (set >> t & 1) != 0; }
// REQUIRES: set != 0
constexpr ThreadId first_of(ThreadSet set) { return static_cast<ThreadId>(__builtin_ctzll(set)); }

template <typename F>
void for_each(ThreadSet set, F f) {
  for (; set != 0; set &= set - 1) f(first_of(set));
}

// The thread of the set to explore next, after a path of `depth` steps, the last of which thread `last` has taken. It
// is `last` if that is in the set. Every kStepsPerTurn steps it is another thread, so that a thread that runs for ever
// does not keep the search from exploring the others. REQUIRES: set != 0
constexpr uint64_t kStepsPerTurn = 1024;
constexpr bool is_turn_of_another(uint64_t depth) { return depth != 0 && depth % kStepsPerTurn == 0; }
constexpr ThreadId next_of(ThreadSet set, ThreadId last, uint64_t depth) {
  if (!in(set, last)) return first_of(set);
  if (!is_turn_of_another(depth) || set == bit(last)) return last;
  const ThreadSet later = set & ~((bit(last) << 1) - 1);
  return first_of(later != 0 ? later : set);
}

// A pseudo-random thread of the set. `random` is the state of the generator: the same seed gives the same threads.
// REQUIRES: set != 0, random != 0
inline ThreadId any_of(ThreadSet set, uint64_t& random) {
  random ^= random << 13, random ^= random >> 7, random ^= random << 17;
  for (uint64_t skipped = (random >> 32) % static_cast<uint64_t>(std::popcount(set)); skipped > 0; --skipped)
    set &= set - 1;
  return first_of(set);
}

}  // namespace mover
