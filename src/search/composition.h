// Composed transitions [STO02, section 5.2]: an action and the invisible ones behind it, of one thread, are one. What
// they touch together is what is left of it: a lock that was acquired and released again is as it was, so two threads
// that do no more to it than that are independent (section 5.3).
#pragma once

#include "search/dependence.h"

namespace mover {

// The next step of the same transition.
void compose(Footprint& transition, const Footprint& step);
// Another way that the same transition can go.
void add_alternative(Footprint& transition, const Footprint& other);

}  // namespace mover
