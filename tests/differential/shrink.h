// Shrinks a program as long as it shows the disagreement.
#pragma once

#include <functional>

#include "differential/program.h"

namespace mover::differential {

// Makes the program smaller and simpler, one edit at a time, as long as there is an edit after which `still_wrong`
// holds. REQUIRES: still_wrong(program).
Program shrink(Program program, const std::function<bool(const Program&)>& still_wrong);

}  // namespace mover::differential
