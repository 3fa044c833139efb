// The lineage of each boundary state: its predecessor, the thread whose transaction led to it, and the alternatives
// that the thread took. A search restores any stored state from its lineage, which takes a few bytes per state.
#pragma once

#include <cstdint>
#include <vector>

#include "movers/facts.h"
#include "search/search.h"

namespace mover {

class Lineage {
 public:
  using State = uint32_t;
  static constexpr State kRoot = 0;

  Lineage() { states_.push_back({}); }

  State add(State parent, ThreadId thread, const std::vector<uint32_t>& choices);
  State parent(State state) const { return states_[state].parent; }
  // The steps from the state's predecessor to the state.
  Schedule steps(State state) const;

  // The facts that the exploration of the state's transactions relied on.
  FactSet relied(State state) const { return states_[state].relied; }
  void set_relied(State state, FactSet facts) { states_[state].relied = facts; }

  State size() const { return static_cast<State>(states_.size()); }
  size_t memory() const { return states_.capacity() * sizeof(Origin) + steps_.capacity(); }

 private:
  struct Origin {
    State parent = kRoot;
    FactSet relied = Facts::kNone;
    uint64_t steps = 0;  // the position of the state's steps in steps_
  };
  void put(uint64_t number);
  uint64_t get(uint64_t& at) const;

  std::vector<Origin> states_;
  std::vector<uint8_t> steps_;
};

}  // namespace mover
