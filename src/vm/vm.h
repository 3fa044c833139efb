// The interpreter: the machine that executes the IR itself.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "machine/machine.h"

namespace mover::vm {

struct Options {
  std::vector<std::string> args{"program"};  // argv
  bool nondet_rand = false;
  bool track_leaks = false;       // what leaked is part of the state
  bool keep_names = false;        // what StableNames::name calls an object is part of the state
  bool track_blocks = false;      // which atomic blocks a thread is in is part of the state
  bool check_exclusives = false;  // steps that go against a predicate of mover_exclusive fail
  // A memory error that the process might survive does not end the execution where the machine can continue: a decision
  // on a value that was never set is a choice.
  bool past_memory_errors = false;
  bool torn_copies = false;  // the program's copies are words (ir/tear_copies.h): one that is not is a gap
  bool malloc_may_fail = false;
  // malloc may return the address of a freed block to which a pointer still exists. This costs steps, as allocating is
  // then dependent on freeing. Without it, the machine sets `reuse_matters` (if not null) where reuse could matter.
  bool reuse_addresses = false;
  std::shared_ptr<bool> reuse_matters;
  bool spurious_wakeups = false;
  bool spurious_failures = false;        // of weak compare-exchanges
  uint64_t max_frames = 5000;            // of one thread's stack
  uint64_t max_heap_bytes = 256u << 20;  // alive at once
  uint32_t max_threads = 64;             // alive at once
};

// The values that Service nondet(bits) ranges over, in the order of its choices: 0, 1, -1, the extremes, and the
// constants that the program compares with, each -1, +0, +1. All of them when bits <= 8.
std::vector<uint64_t> telling_values(const ir::Program&, uint32_t bits);

// REQUIRES: verify(program) found nothing; program outlives the machine.
std::unique_ptr<Machine> make_machine(const ir::Program& program, const Options& options);

}  // namespace mover::vm
