// Variables of loop bodies that are a new object in each iteration: see renewal.cc.
#pragma once

#include "instrument/instrument.h"

namespace mover::instrument {

// REQUIRES: the function is unchanged since the front end.
void give_places_in_turn(llvm::Function& function, Parameters& parameters, Calls& calls);

}  // namespace mover::instrument
