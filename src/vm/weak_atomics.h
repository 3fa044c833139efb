// Atomic accesses by which a thread observes a step of another thread without synchronising with it: reads that do not
// acquire, and reads of values that were written without release. If there are such accesses, two accesses may race
// although no state has both of them pending (property/race.h). A counter that no thread reads while threads increment
// it is harmless, and so is a variable of which each thread reads only its own writes.
//
// The accesses are collected over all executions, so that the result does not depend on the path to a state.
#pragma once

#include <unordered_map>

#include "machine/machine.h"

namespace mover::vm {

class WeakAtomics {
 public:
  // `word`: the address divided by 8. All dynamic objects that were created at one place have one address. `orders`:
  // the write releases, or the read acquires.
  void write(uint64_t word, ThreadId t, bool orders);
  // `may_be_address`: the value that is read may be an address.
  void read(uint64_t word, ThreadId t, bool orders, bool may_be_address);

  // Whether some thread has observed another one without synchronising. `numbers_reused`: two threads may have had the
  // same number.
  bool observed(bool numbers_reused) const;
  // The same for reads whose values may have been addresses.
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
