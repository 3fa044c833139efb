// The assumptions of a search without stored states that executions have refuted. Such a search begins without any
// refinement; when an execution refutes an assumption, it restarts with the refinement that is needed.
#pragma once

namespace mover {

struct Refinement {
  bool no_reduction = false;
  bool keep_atomics = false;  // see OrderingSets::Options
  bool cyclic = false;        // the state space is cyclic, or paths are very long
  // Cyclic, and order is observed without synchronisation: states match only if their pasts match, too.
  bool match_pasts = false;
  // Cyclic, and the states say too little to be compared here: another search matches them.
  bool match_elsewhere = false;
  bool operator==(const Refinement&) const = default;
};

}  // namespace mover
