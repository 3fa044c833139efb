// Atomic accesses that let a thread see what another one has done, and order nothing: reads that do not acquire, and
// reads of what was written without releasing. What is unordered then need not ever stand side by side in one state
// (property/race.h). Counters that no thread reads while they are counted, and variables of which a thread reads its
// own writes only, are harmless.
//
// Collected over all executions, so that it does not matter on which way a state was reached.
#pragma once

#include <unordered_map>

#include "machine/machine.h"

namespace mover::vm {

class WeakAtomics {
 public:
  // `word`: which 8 bytes they are. `orders`: the write releases, the read acquires.
  void write(uint64_t word, ThreadId t, bool orders);
  // `may_be_address`: something that is found through what was read.
  void read(uint64_t word, ThreadId t, bool orders, bool may_be_address);

  // `numbers_reused`: two threads may have had the same number.
  bool observed(bool numbers_reused) const;
  bool observed_address(bool numbers_reused) const;

 private:
  using ThreadSet = uint64_t;
  struct Word {
    ThreadSet writers = 0, weak_writers = 0, readers = 0, weak_readers = 0;
    bool may_hold_address = false;
    bool observed(bool numbers_reused) const;
  };
  std::unordered_map<uint64_t, Word> words_;
};

}  // namespace mover::vm
