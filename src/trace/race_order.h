// Whether the order of two racing accesses matters: both orders are tried from the state in which the race shows. It
// says something about that state only, and nothing about what a compiler makes of a race.
#pragma once

#include <string>

#include "search/search.h"

namespace mover {

struct RaceOrder {
  enum class Effect : uint8_t { Untried, Same, Differs } effect = Effect::Untried;
  std::string sentence;  // "T1 reads 0 or 1, depending on which access comes first"; empty: Untried
};

// REQUIRES: the violation is a race that replays. Untried where its sides are not both about to happen, or where the
// second cannot follow the first at once.
RaceOrder try_both_orders(Machine& machine, const Violation& race);

}  // namespace mover
