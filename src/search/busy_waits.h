// The search for busy-wait deadlocks: threads that spin for ever (property/busy_wait.h). It follows a search that has
// found no violation and has met a cycle of states. Without a cycle every execution ends or is blocked, and the first
// search has found all deadlocks.
#pragma once

#include "search/boundary_search.h"

namespace mover {

// Whether deadlocks are requested and the machine can show the loops that threads stay in. False if only some of the
// values that the program could get were explored, because another value might let a thread leave its loop.
bool may_find_busy_waits(const Machine& machine, const SearchRun& run);

// Explores with these rules, and adds deadlocks to the findings. If its budget is exhausted, adds an omission.
// `explored`: the threads to be explored in each state; SearchOptions::explored_threads of the run. REQUIRES:
// may_find_busy_waits().
void find_busy_waits(Machine& machine, SearchRun& run, TransactionRules rules, Discipline& discipline,
                     StatefulDpor::DependentThreads& dependent_threads, ExploredThreads& explored);

// The same, without reduction. Does nothing if the search is over or !may_find_busy_waits().
void find_busy_waits(const MachineFactory& make_machine, SearchRun& run);

}  // namespace mover
