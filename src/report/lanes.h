// Draws the rows of a trace in lanes: one column for each thread, one line for each row from top to bottom, and the
// effects of the steps on the right.
#pragma once

#include <string>
#include <vector>

#include "report/rows.h"

namespace mover {

// Places in the file of `main_place` are shown without their file name.
std::string draw_lanes(const std::vector<Row>& rows, const Replay& replay, const Place& main_place, const Style& style);

}  // namespace mover
