// Conditional stubborn sets in the transition relation (section 4.2 of [KGS06]; Algo1, Algo2 and, with lock acquisition
// patterns, Algo3 of its section 3). In each state, the scheduler chooses among the threads of one stubborn set. The
// paper's names mean:
//
//   touch-now            the locations that the next step of a thread may touch: the touches of the events up to a cut
//   touch-now-later      a thread can reach an event that interferes (touch-now-later-pair: and by which paths)
//   conflict_i(j)        thread j may be the first thread to interfere with the next step of thread i
//   J_i                  the smallest set that contains i, for each enabled member k all j with conflict_k(j), and for
//                        each disabled member the threads that could enable it
//   cstub                among the sets J_i of enabled threads i, one with the fewest enabled threads
//
// Soundness. Let w be an execution from a state s, as a sequence of steps, and J the set that is chosen in s.
// (1) Assume that a thread of J takes a step in w, and consider the first such step. The steps of w before it belong to
//     threads outside J. They are independent of it, because J is closed under conflict, and they enable no disabled
//     thread of J. So this step can be executed first, and the reduced relation contains it.
// (2) Otherwise, no thread of J takes a step in w. Some thread of J is enabled. Its step can be executed before w, and
//     w can be executed after it.
// By induction, the reduced relation has an execution that contains all steps of w, with dependent steps in the same
// order, and possibly further steps. The induction needs that case 2 does not occur forever. If it did, the reduced
// relation would have a cycle of states. Sticky locations exclude this: every cycle of a thread's code that can be part
// of a cycle of states has a sticky location (bounded_loops.h), and a step from a sticky location conflicts with all
// threads. Then J contains all enabled threads, so it contains the thread of the first step of w. Hence no violation is
// missed:
// - A step that fails is executed. For failures that are not checked, see `endings` below.
// - A deadlock of all or some threads is stable: threads that are blocked on one another remain blocked.
// - A race is a state in which two accesses are pending. Let w lead to such a state. Assume that case 2 executes one of
//   the two accesses, by thread i. The other thread j reaches its access by a path on which i takes no step, so j is in
//   J. In case 2, j takes no step in w, so both accesses are already pending in s. If the circuit tracks happens-before
//   (order.h), a race is a step that sets a flag. Happens-before only has edges between dependent steps, so it is the
//   same as in w. The two accesses are dependent, so their order is the same, too.
//
// Steps that are transactions (transactions.h). The argument is about steps, and it does not matter that a step has
// several actions: a step blocks only at its first action, and its touches are those of all its actions. The violations
// include the accesses without their guard, which transactions assume not to exist. So if the reduced relation has no
// violation, the relation of transactions has none, its guards hold, and the program has no violation. Two things are
// different:
// - Whether an access has its guard depends on the lock that its thread holds, which only this thread changes, or on
//   the lives of the other threads that may access the byte (guards.cc). The check of the guard touches these lives.
//   So an access without its guard lacks it in every order that preserves the order of dependent steps.
// - A load or store of a byte with a guard does not touch the byte. Let thread i of J be enabled, let its next step
//   access the byte, and let thread j outside J access it in w, with its guard. If the guard is a lock and i holds it
//   in s, then j cannot acquire it before i takes a step. If i does not hold it, the step of i acquires it, and so
//   does j in w: both touch the lock, so j is in J. (If j held the lock in s, i would be disabled.) If the guard is a
//   thread, or if one of the accesses needs no lock because the other threads cannot access the byte, then i or j has
//   been joined, or is yet to be created by the other one, but i is enabled and j takes a step before i does. If the
//   guard is an atomic section, the rule for sections applies. Only an access at a cut touches the byte nevertheless,
//   because the argument about pending accesses refers to it.
//
// The argument needs these rules besides conflicts. Each has a name in ReductionRules, so that tests can leave it out:
// - endings: a step that may end the execution of all threads without a violation conflicts with all threads. So case 2
//   never executes such a step before w. The converse is not needed: a step does not conflict with a later ending.
// - sections: a step that may begin an atomic section conflicts with all threads, too. In a state in which a thread is
//   in an atomic section, all enabled threads are explored: the section disables the other threads, and it may never
//   end.
// - enabling: a set with a disabled thread contains the threads that could enable it: the owner of the lock, the joined
//   thread, the threads that may signal, post or arrive at the barrier, and the creator of a thread that has not
//   started (Algo1, step 2(a); the closure of section 4.2 omits this).
// - sticky: as above.
// The sets depend on the state only, not on inputs. Otherwise the value of a nondeterministic integer would decide
// which values of the same integer are explored. If nondeterministic values decide which threads are enabled, all
// enabled threads are explored.
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
  std::vector<circuit::Word> program_counters;
  // [i][j]: thread i is disabled, and j is one of the threads of which at least one has to take a step to enable it.
  std::vector<std::vector<circuit::Literal>> enables;
  // Thread i is disabled, and every thread that touches the object on which i is blocked may enable it.
  std::vector<circuit::Literal> waits;
  std::vector<ThreadIndex> creators;
  circuit::Literal in_section = circuit::kFalse;  // some thread is in an atomic section
  std::function<circuit::Literal(ThreadIndex, const LockName&)> holds;
};

struct StubbornSets {
  std::vector<std::vector<circuit::Literal>> members;  // [i][j]: j is in J_i
  std::vector<circuit::Literal> chosen;                // the enabled threads of cstub
};

StubbornSets stubborn_sets(circuit::Circuit& circuit, const Footprints& footprints, const SchedulingState& state,
                           bool with_patterns, const ReductionRules& rules);

}  // namespace mover::symbolic
