// Decides whether the order of two racing accesses matters, by executing both orders from the state in which the race
// shows. The result holds for that state only, and does not consider compiler optimisations.
#pragma once

#include <string>

#include "search/search.h"

namespace mover {

struct RaceOrder {
  enum class Effect : uint8_t { Untried, Same, Differs } effect = Effect::Untried;
  std::string sentence;  // "T1 reads 0 or 1, depending on which access comes first"; empty: Untried
};

// REQUIRES: the violation is a race that replays. Untried if its accesses are not both pending, or if the second one is
// disabled after the first.
RaceOrder try_both_orders(Machine& machine, const Violation& race);

}  // namespace mover
