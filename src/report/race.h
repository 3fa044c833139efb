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

// Both sides with stacks, locks and where their threads come from; then what is wrong, a sentence each.
std::string explain_race(const ReportedViolation& violation, const Style& style);

}  // namespace mover
