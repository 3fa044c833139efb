// What keeps the reduction sound, one by one. Always on; tests take each out to see that they notice.
#pragma once

namespace mover {

struct Cures {
  bool observed_locks = true;      // locks that somebody tries are no movers
  bool wait_sets = true;           // a signal is a mover only while a lock protects the condition
  bool thread_numbers = true;      // so is the creation of a thread while another creates, too
  bool locks_as_data = true;       // nor are operations on locks whose bytes are accessed as memory
  bool blocking_sections = true;   // nor is what an atomic section does if it can block inside
  bool ambiguous_names = true;     // a lock whose name others share protects nothing but its own object
  bool refinement = true;          // states are visited again when a fact is lost that they relied on
  bool blocked_ends = true;        // a committed thread that blocks ends its transaction (not so in figure 8 with L19)
  bool phases = true;              // the phase tells states inside a transaction apart
  bool lock_order = true;          // acquisitions that could hide a deadlock are no right movers
  bool stuck_threads = true;       // threads that get stuck before committing can be deadlocked together
  bool race_pass = true;           // a second search in which acquisitions are boundaries looks for races
  bool read_by_predicates = true;  // writing what an exclusive access predicate reads is no mover
  bool ends_of_threads = true;     // with such predicates, nor is the end of a thread
  bool late_predicates = true;     // nor is touching what one is declared for when several threads are there already

  // Of the optimistic search (and of the selective one: refinement, circles, endings):
  bool races_along_paths = true;  // accesses that race are no movers, although others without a lock may be
  bool futures = true;            // what is behind a state met again is compared with the new past
  bool circles = true;            // where a path comes back to one of its states, all threads are tried
  bool endings = true;            // so they are where an execution ends
  bool blocked_compete = true;    // threads that are blocked compete for what they wait for
  bool before_sections = true;    // back-tracking points are not inside atomic sections
  bool looks = true;              // states are similar only if they agree on what is looked at behind them
};

}  // namespace mover
