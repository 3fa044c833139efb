// Conditional stubborn sets in the transition relation (section 4.2 of [KGS06]; Algo1 and Algo2 of its section 3, and
// with lock acquisition patterns Algo3): in each state, the scheduler chooses among the threads of one stubborn set.
//
//   touch-now            the locations that the next step of a thread may touch: Event::touches from a cut to the next
//   touch-now-later      whether a thread can come to an event that interferes (touch-now-later-pair: by which paths)
//   conflict_i(j)        thread j may be the first to interfere with the next step of i, one of them writing
//   J_i                  the closure of {i} under conflict and, for disabled threads, under what could enable them
//   cstub                the J_i of an enabled i with the fewest enabled threads
//
// Why no violation is lost. Let w be an execution from a state s (of steps of threads) and J the set chosen in s. If a
// thread of J moves in w, then its first step there is independent of all that w executes before: the threads outside J
// neither interfere with it (conflict is closed) nor enable a thread of J that is disabled. So it can be executed
// first, and it is among the explored steps. If no thread of J moves in w, an enabled thread of J, which there always
// is, can move before w, and w stays possible. So by induction the reduced relation has an execution of all steps of w,
// in an order that keeps dependent steps as they were, with further steps in between, provided that the second case
// happens finitely often in sequence. This is what sticky locations are for: every cycle of a thread's code has one,
// and a thread that moves from there conflicts with all others, so J has all enabled threads and the first step of w is
// among them. Hence:
// - A step that fails is executed. (A failure that is not asked for ends the execution: see below.)
// - A deadlock, of all or of some threads, is stable: threads that are blocked on one another stay so.
// - A race is a state in which two accesses are pending. Let w lead there. If an access of the pair is executed in the
//   second case, by thread i, then j comes to its access by a path on which i does not move, so j is in J. Since it
//   does not move in w, both accesses are pending in s already. Where the circuit follows happens-before (order.h), a
//   race is a step that sets a flag: happens-before has edges between dependent steps only, so it is that of w, and so
//   is the order of the two accesses, which are dependent.
//
// Rules that this needs, besides conflicts (each has its name in ReductionRules, for tests that leave it out):
// - endings: a step that may end the execution for others, without being a violation, conflicts with all threads. Then
//   w, which has no such step, is not cut off. The end needs not to be a conflict of the steps that it cuts off.
// - sections: likewise a step that may begin an atomic section, and a state in which a thread is in one: the others
//   cannot move until it ends, which it may never do.
// - enabling: a disabled thread of J brings the owner of the lock, the thread that it joins, the threads that may
//   signal, post or arrive, and the creator if it has not started (Algo1 2(a); the closure of section 4.2 omits this).
// - sticky: as above.
// The set depends on the state only, never on inputs: otherwise the values of a nondeterministic integer would decide
// which of its own values are explored.
#pragma once

#include <functional>
#include <vector>

#include "circuit/word.h"
#include "symbolic/footprint.h"
#include "symbolic/model.h"

namespace mover::symbolic {

// The state of the program, as literals. All vectors are by thread.
struct SchedulingState {
  std::vector<circuit::Literal> enabled, not_started;
  std::vector<circuit::Word> places;                   // program counters
  std::vector<std::vector<circuit::Literal>> enables;  // [i][j]: i is disabled, and no thread but such j can enable it
  std::vector<circuit::Literal> waits;  // i is disabled, and a thread that touches what it waits for can enable it
  std::vector<ThreadIndex> creators;
  circuit::Literal in_section = circuit::kFalse;  // of any thread
  std::function<circuit::Literal(ThreadIndex, const LockName&)> holds;
};

struct StubbornSets {
  std::vector<std::vector<circuit::Literal>> members;  // [i][j]: j is in J_i
  std::vector<circuit::Literal> chosen;                // the enabled threads of cstub
};

StubbornSets stubborn_sets(circuit::Circuit& circuit, const Footprints& footprints, const SchedulingState& state,
                           bool with_patterns, const ReductionRules& rules);

}  // namespace mover::symbolic
