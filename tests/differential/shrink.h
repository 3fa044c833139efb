// Shrinks a program as long as it shows the disagreement.
#pragma once

#include <functional>

#include "differential/program.h"

namespace mover::differential {

// Tries smaller and simpler programs, one edit at a time, as long as some edit keeps `still_wrong` true. REQUIRES:
// still_wrong(program).
Program shrink(Program program, const std::function<bool(const Program&)>& still_wrong);

}  // namespace mover::differential
