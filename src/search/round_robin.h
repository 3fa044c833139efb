// The steps that are left to be explored in a state on the path of a search that explores whole sets of threads. Round
// robin, starting after the thread of the last step: a thread that runs for ever must not keep the search from
// exploring the others.
#pragma once

#include "search/backtrack.h"

namespace mover {

struct RoundRobin {
  uint64_t threads = 0;              // the threads that are left, as a bit set
  ThreadId thread = 0;               // the thread that is explored now; at first the thread that took the last step
  uint32_t choice = 0, choices = 0;  // its next alternative, and the number of alternatives

  // The steps of the state in which the path ends.
  static RoundRobin after(const Backtrack& path, uint64_t threads) {
    RoundRobin result;
    result.threads = threads;
    if (path.depth() > 0) result.thread = path.schedule().back().thread;
    return result;
  }
  bool exhausted() const { return threads == 0 && choice == choices; }
  bool branches() const { return (threads & (threads - 1)) != 0; }

  // REQUIRES: !exhausted(), and the machine is in this state, in which the path ends.
  Decision next(const Machine& machine, Backtrack& path) {
    if (choice == choices) {
      const uint64_t later = threads & ~((2ull << thread) - 1);
      thread = static_cast<ThreadId>(__builtin_ctzll(later != 0 ? later : threads));
      threads &= ~(1ull << thread);
      choice = 0;
      choices = machine.choices(thread);
      if (choices > 1) path.save();
    }
    return {thread, choice++};
  }
};

}  // namespace mover
