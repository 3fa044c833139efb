// Gives variables of loop bodies, which are new objects in each iteration, different addresses: see renewal.cc.
#pragma once

#include "instrument/bounds.h"
#include "instrument/instrument.h"

namespace mover::instrument {

// Gives such variables of the function several addresses. In the new code, the address of a variable is a loaded value;
// the size of the variable is added to `sizes` under this value. REQUIRES: the function is unchanged since the front
// end.
void give_new_addresses(llvm::Function& function, Parameters& parameters, Sizes& sizes, Calls& calls);

}  // namespace mover::instrument
