// The text of the report about a race: both accesses, the reason why they are not ordered, the lock that was probably
// meant to order them, and whether their order matters.
#pragma once

#include <string>
#include <vector>

#include "report/outcome.h"
#include "report/style.h"

namespace mover {

// The reason why the two accesses are not ordered, in one sentence. REQUIRES: the replay has both sides.
std::string missing_order(const Replay& replay);

// The atomic variable by which one side has informed the other without ordering the two accesses, and the memory orders
// that would suffice; empty if there is none.
std::string weak_order(const Replay& replay);

// The element of `guards` for the variable of this race; null if no element has both accesses.
const Guard* guard_of(const Replay& replay, const std::vector<Guard>& guards, const ir::Program& code);

// Both accesses with their stacks, their locks and the creation of their threads, then the explanations, one sentence
// each. `brief`: without titles.
std::string explain_race(const ReportedViolation& violation, const Style& style, bool brief);

}  // namespace mover
