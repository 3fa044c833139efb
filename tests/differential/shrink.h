// Cuts a program down to the little that still shows what is wrong.
#pragma once

#include <functional>

#include "differential/program.h"

namespace mover::differential {

// Tries smaller and simpler programs, one edit at a time, for as long as some edit keeps `still_wrong` true.
// REQUIRES: still_wrong(program).
Program shrink(Program program, const std::function<bool(const Program&)>& still_wrong);

}  // namespace mover::differential
