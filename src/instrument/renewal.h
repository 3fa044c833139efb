// Gives variables of loop bodies, which are new objects in each iteration, different addresses: see renewal.cc.
#pragma once

#include "instrument/bounds.h"
#include "instrument/instrument.h"

namespace mover::instrument {

// Does so in the function, and adds the loaded addresses of these variables to `sizes`. REQUIRES: the function is
// unchanged since the front end.
void give_places_in_turn(llvm::Function& function, Parameters& parameters, Sizes& sizes, Calls& calls);

}  // namespace mover::instrument
