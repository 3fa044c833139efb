// Draws rows as lanes: one column per thread, time running down, and the effect of each step on the right.
#pragma once

#include <string>
#include <vector>

#include "report/rows.h"

namespace mover {

std::string draw_lanes(const std::vector<Row>& rows, const Replay& replay, const Place& main_place, const Style& style);

}  // namespace mover
