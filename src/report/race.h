// The report's text about a race: both sides, why nothing orders them, which lock was probably meant to, and whether
// their order matters.
#pragma once

#include <string>
#include <vector>

#include "report/outcome.h"
#include "report/style.h"

namespace mover {

// The reason why the two accesses are not ordered, in one sentence. REQUIRES: the replay has both sides.
std::string missing_order(const Replay& replay);

// The protection of the variable of this race, as far as a search has observed it; null if the search has not observed
// both accesses.
const Guard* guard_of(const Replay& replay, const std::vector<Guard>& guards, const ir::Program& code);

// Both sides with stacks, locks and the creation of their threads; then the explanation, one sentence each. `brief`:
// without titles.
std::string explain_race(const ReportedViolation& violation, const Style& style, bool brief);

}  // namespace mover
