// How many classes of executions a program has that differ only in the order of independent steps: counted the plain way,
// by following every interleaving to its end.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/ir.h"

namespace mover::differential {

struct Classes {
  uint64_t number = 0;
  bool may_be_redundant = false;  // some step's being possible depends on more than locks: see docs/stateless.md
};

// Nothing where it takes more than `budget` steps, where an execution does not come to its own end (it fails, goes round
// in circles, is ended by one thread while others could move, or discarded), or where there are atomic sections or waits with
// a time limit.
std::optional<Classes> count_classes(const ir::Program&, uint64_t budget);

}  // namespace mover::differential
