// Soundness rules of the reductions. All are on by default. An ablation turns one off, and then some test must fail.
#pragma once

namespace mover {

struct SoundnessRules {
  bool observed_locks = true;     // operations on a lock that a trylock (or a failing post) observes are not movers
  bool wait_sets = true;          // a signal is a mover only while a lock protects the condition
  bool thread_numbers = true;     // creating a thread is a mover only while one lock or thread guards all creations
  bool locks_as_data = true;      // operations on a lock whose bytes are accessed as memory are not movers
  bool blocking_sections = true;  // steps of an atomic section in which a thread can block are not movers
  bool ambiguous_names = true;    // a lock whose name is not unique protects nothing but its own object
  bool refinement = true;         // states are explored again when a fact that they relied on is refuted
  bool blocked_ends = true;       // a post-commit thread that blocks ends its transaction (unlike [LPQR05], line L19)
  bool phases = true;             // states inside a transaction match only in the same phase
  bool lock_order = true;         // acquisitions that could hide a deadlock are not right movers
  bool stuck_threads = true;      // threads that get stuck before committing can be deadlocked together
  bool race_pass = true;          // a second search, in which acquisitions are boundaries, finds races
  // The search for threads that spin for ever classifies no action as a right mover, unless every transaction commits.
  bool no_right_movers = true;
  bool read_by_predicates = true;  // a write to bytes that an exclusive access predicate reads is not a mover
  bool ends_of_threads = true;     // if there are exclusive access predicates, the end of a thread is not a mover
  // An access to bytes for which a predicate is declared later, while several threads exist, is not a mover.
  bool late_predicates = true;
  // An access to bytes with a predicate is subject to the inference of protection if its thread lacks exclusive access.
  bool safe_accesses = true;
  bool words_alone = true;      // a lock word is all that the predicates that read it depend on
  bool strict_accesses = true;  // memory that a lock word governs is accessed only by the thread that holds the word
  bool retries = true;  // a thread accesses a lock word that it does not hold only by an acquisition that retries

  // Rules of DPOR. (The selective search uses the rules refinement, cycles and endings.)
  bool races_along_paths = true;  // accesses without a protecting lock are not movers if they race
  bool futures = true;            // the future of a revisited state is checked for races with the new past
  bool cycles = true;             // if a path closes a cycle, all enabled threads are explored in its states
  bool endings = true;          // if a step ends the execution, all enabled threads are explored in the state before it
  bool blocked_races = true;    // the pending steps of blocked threads may race, too
  bool before_sections = true;  // races inside an atomic section add backtrack points before the section
  bool permuted_futures = true;  // the future of a matching state is permuted as its threads are (docs/symmetry.md)
  bool read_sets = true;         // states match only if they agree on the read set of their future

  // Rules of ample sets. (They use the rules refinement, cycles and endings, too.)
  bool visible_steps = true;    // where a step may change an atom of the formula, all enabled threads are explored
  bool ordered_readers = true;  // under fairness, operations of readers on one lock are dependent
};

}  // namespace mover
