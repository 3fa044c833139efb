// The interpreter: the machine that executes the IR.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "machine/machine.h"

namespace mover::vm {

struct Options {
  std::vector<std::string> args{"program"};  // argv
  bool nondet_rand = false;                  // rand() returns nondeterministic values
  bool track_leaks = false;                  // leaked memory is part of the state
  bool keep_names = false;                   // interleaving-independent names (StableNames) are part of the state
  bool track_blocks = false;                 // the atomic blocks that a thread is in are part of the state
  bool track_operations = false;  // the operations (mover_lock_free) that a thread is in are part of the state
  bool check_exclusives = false;  // steps that violate an exclusive access predicate fail
  // A memory error that the process might survive does not end the execution if the machine can continue; for example,
  // a branch on an uninitialised value becomes a choice.
  bool past_memory_errors = false;
  // Copies in the program are split into words (ir/tear_copies.h). A visible copy that was not split is an omission.
  bool torn_copies = false;
  bool malloc_may_fail = false;
  // malloc may return the address of a freed block to which a pointer still exists. Allocating and freeing are then
  // dependent, which enlarges the state space.
  bool reuse_addresses = false;
  std::shared_ptr<bool> section_may_block;  // if not null: set to true when a thread may block in an atomic section
  std::shared_ptr<bool> reuse_matters;      // if not null: set to true when an execution shows that reuse could matter
  bool spurious_wakeups = false;
  bool lossy = false;                    // datagrams may be lost and overtake each other (native engine)
  bool spurious_failures = false;        // weak compare-exchanges may fail spuriously
  std::vector<uint64_t> nondet_values;   // further alternatives of nondet, besides the representative values
  uint64_t max_frames = 5000;            // of one thread's stack
  uint64_t max_heap_bytes = 256u << 20;  // alive at once
  uint32_t max_threads = 64;             // alive at once
};

// The representative values of nondet(bits), in the order of its alternatives: 0, 1, -1, the extremes, the constants
// that the program compares with and their neighbours, and then those of `more` that are not among these. For bits <=
// 8, all values.
std::vector<uint64_t> representative_values(const ir::Program&, uint32_t bits, const std::vector<uint64_t>& more = {});

// REQUIRES: verify(program) found no error; program outlives the machine.
std::unique_ptr<Machine> make_machine(const ir::Program& program, const Options& options);

}  // namespace mover::vm
