// What a report says about a race: both sides, why nothing orders them, which lock was probably meant to, whether their
// order matters.
#pragma once

#include <string>
#include <vector>

#include "report/outcome.h"
#include "report/style.h"

namespace mover {

// Why the two accesses are not ordered, in one sentence. REQUIRES: the replay has both sides.
std::string missing_order(const Replay& replay);

// What protects the variable of this race, as far as a search has seen; null: it has not seen both accesses.
const Guard* guard_of(const Replay& replay, const std::vector<Guard>& guards, const ir::Program& code);

// Both sides with stacks, locks and where their threads come from; then what is wrong, a sentence each. `brief`:
// without titles.
std::string explain_race(const ReportedViolation& violation, const Style& style, bool brief);

}  // namespace mover
