// The constraint that a path visits no state twice [SSS00]. Clauses for the difference of two states are added only
// when a solution has the two states equal [ES03].
#pragma once

#include <set>
#include <utility>

#include "solver/encoder.h"
#include "solver/unrolling.h"

namespace mover::solver {

class SimplePath {
 public:
  SimplePath(Unrolling& unrolling, Encoder& encoder, Sat& sat) : unrolling_(unrolling), encoder_(encoder), sat_(sat) {}

  // Is there a solution in which the states before the first `steps` steps, and after the last of them, are all
  // different?
  Sat::Result solve(size_t steps, std::span<const int> assumptions);

 private:
  bool separate_equal_states(size_t steps);  // false: there are none
  void differ(size_t i, size_t j);

  Unrolling& unrolling_;
  Encoder& encoder_;
  Sat& sat_;
  std::set<std::pair<size_t, size_t>> different_;
  size_t encoded_ = 0;  // the solver knows the states of so many steps
};

}  // namespace mover::solver
