#pragma once

#include "instrument/instrument.h"

namespace mover::instrument {

// The function as the front end left it.
void give_places_in_turn(llvm::Function& function, Parameters& parameters, Calls& calls);

}  // namespace mover::instrument
