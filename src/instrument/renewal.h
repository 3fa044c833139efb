// Variables of loop bodies that are a new object in each iteration: see renewal.cc.
#pragma once

#include "instrument/bounds.h"
#include "instrument/instrument.h"

namespace mover::instrument {

// Adds the loaded addresses of such variables, with their sizes. REQUIRES: the function is unchanged since the front
// end.
void give_places_in_turn(llvm::Function& function, Parameters& parameters, Sizes& sizes, Calls& calls);

}  // namespace mover::instrument
