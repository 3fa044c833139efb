// Composed transitions [STO02, section 5.2]: an action and the invisible actions of the same thread that follow are one
// transition. Its footprint is the net effect of theirs: a lock that was acquired and released again is unchanged, so
// two transitions that do only this are independent (section 5.3).
#pragma once

#include "search/dependence.h"

namespace mover {

// Appends the next step of the same transition.
void compose(Footprint& transition, const Footprint& step);
// Appends the actions that the machine has merged into that step: its accesses and releases, from the events.
void compose_merged(Footprint& transition, const std::vector<Event>& events);
// Adds another alternative of the same transition.
void add_alternative(Footprint& transition, const Footprint& other);

}  // namespace mover
