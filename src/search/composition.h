// Composed transitions [STO02, section 5.2]: an action and the invisible ones after it, of one thread, are one. Its
// footprint is the net effect of theirs: a lock that was acquired and released again is unchanged, so two threads
// that only do this are independent (section 5.3).
#pragma once

#include "search/dependence.h"

namespace mover {

// The next step of the same transition.
void compose(Footprint& transition, const Footprint& step);
// Another alternative of the same transition.
void add_alternative(Footprint& transition, const Footprint& other);

}  // namespace mover
