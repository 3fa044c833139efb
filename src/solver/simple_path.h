// The constraint that a path visits no state twice [SSS00]. The clause that two states differ is added only when the
// two are equal in a solution [ES03].
#pragma once

#include <set>
#include <utility>

#include "solver/encoder.h"
#include "solver/unrolling.h"

namespace mover::solver {

class SimplePath {
 public:
  SimplePath(Unrolling& unrolling, Encoder& encoder, Sat& sat) : unrolling_(unrolling), encoder_(encoder), sat_(sat) {}

  // Searches for a solution in which the states before the first `steps` steps, and after the last of them, are all
  // different.
  Sat::Result solve(size_t steps, std::span<const int> assumptions);

 private:
  bool separate_equal_states(size_t steps);  // returns whether the solution has equal states
  void differ(size_t i, size_t j);           // adds the clause that the states i and j differ

  Unrolling& unrolling_;
  Encoder& encoder_;
  Sat& sat_;
  std::set<std::pair<size_t, size_t>> different_;
  size_t encoded_ = 0;  // the number of steps whose latches are encoded
};

}  // namespace mover::solver
