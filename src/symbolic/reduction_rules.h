// The soundness rules of the reductions. Tests leave out one rule at a time and expect different results.
#pragma once

namespace mover::symbolic {

struct ReductionRules {
  // Stubborn sets (stubborn.h, footprint.h).
  bool later = true;     // a thread also conflicts by the locations that it touches in later steps
  bool enabling = true;  // a set with a disabled thread contains the threads that could enable it
  // A step that may end the program conflicts with all threads. In transactions, it is not a mover.
  bool endings = true;
  // An atomic section conflicts with all threads. In transactions, every visible action is a step if a thread may block
  // in a section.
  bool sections = true;
  bool sticky = true;       // every cycle of a thread's code has a step that conflicts with all threads
  bool bounded = true;      // only a loop whose counter cannot wrap around has no such step: see bounded_loops.h
  bool known_locks = true;  // only a lock whose address is known counts as acquired
  bool tries = true;        // a trylock is not an acquisition; in transactions, a lock with a trylock is not a mover

  // Transactions (transactions.h, guards.cc).
  bool phases = true;    // after the commit point, an action that is not a left mover begins a step
  bool blocking = true;  // an action that may block begins a step
  bool pending = true;   // an access without a guard begins a step: a race is a state in which two accesses are pending
  bool guards = true;    // the circuit checks the guards
  bool joined = true;    // a thread that has ended but was not joined may still access bytes: see guards.cc
  bool creators = true;  // another thread may create a thread that has not started
  bool posts = true;     // where the circuit tracks happens-before, semaphores are not movers
  bool lives = true;     // stubborn sets of transactions: the check of a guard touches the lives of other threads
  bool overflows = true;  // the circuit checks that no post exceeds the largest value of a semaphore
};

}  // namespace mover::symbolic
