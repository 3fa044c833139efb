// Soundness rules of the reductions. All are on. An ablation turns one off, and then some test must fail.
#pragma once

namespace mover {

struct SoundnessRules {
  bool observed_locks = true;     // operations on a lock that a trylock observes are no movers
  bool wait_sets = true;          // a signal is a mover only while a lock protects the condition
  bool thread_numbers = true;     // creating a thread is a mover only while no other thread creates threads
  bool locks_as_data = true;      // operations on a lock whose bytes are accessed as memory are no movers
  bool blocking_sections = true;  // steps of an atomic section that can block inside are no movers
  bool ambiguous_names = true;    // a lock whose name is not unique protects nothing but its own object
  bool refinement = true;         // states are explored again when a fact is refuted that they relied on
  bool blocked_ends = true;       // a post-commit thread that blocks ends its transaction (not so in figure 8 with L19)
  bool phases = true;             // states inside a transaction match only in the same phase
  bool lock_order = true;         // acquisitions that could hide a deadlock are no right movers
  bool stuck_threads = true;      // threads that get stuck before committing can be deadlocked together
  bool race_pass = true;          // a second search in which acquisitions are boundaries looks for races
  bool read_by_predicates = true;  // a write to bytes that an exclusive access predicate reads is no mover
  bool ends_of_threads = true;     // with such predicates, the end of a thread is no mover
  bool late_predicates = true;     // an access to bytes for which a predicate is declared late is no mover

  // Rules of DPOR (the selective search uses refinement, cycles and endings):
  // Accesses that race are no movers, although other accesses without a lock may be movers.
  bool races_along_paths = true;
  bool futures = true;          // the future of a revisited state is checked for races with the new past
  bool cycles = true;           // where a path closes a cycle, all threads are tried
  bool endings = true;          // where an execution ends, all threads are tried
  bool blocked_races = true;    // the pending steps of blocked threads may race, too
  bool before_sections = true;  // backtrack points are not inside atomic sections
  bool read_sets = true;        // states match only if they agree on the read set of their future
};

}  // namespace mover
