// Refinements of searches without stored states. Such a search begins without any; when an execution refutes an
// assumption, the search restarts with the refinement that is needed.
#pragma once

namespace mover {

struct Refinement {
  bool no_reduction = false;  // steps of all threads may be dependent
  bool keep_atomics = false;  // see OrderingSets::Options
  bool cyclic = false;        // the state space is cyclic, or paths are very long
  // Threads observe the order of steps without synchronisation (Observations::observed_without_ordering), so states on
  // a cycle match only if their ordering sets are equal, too.
  bool match_pasts = false;
  // The state space is cyclic, and canonical forms are incomplete unless CanonicalStates::prepare_matching was called.
  // So the stateful search takes over.
  bool match_elsewhere = false;
  bool operator==(const Refinement&) const = default;
};

}  // namespace mover
