// The lineage of each boundary state: its predecessor, the thread whose transaction led to it, and the alternatives
// taken. With it a search can restore any stored state later, at a few bytes per state.
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
  // The steps from its predecessor.
  Schedule steps(State state) const;

  // The facts that the exploration of the state's transactions relied on.
  FactSet relied(State state) const { return states_[state].relied; }
  void set_relied(State state, FactSet facts) { states_[state].relied = facts; }

  State size() const { return static_cast<State>(states_.size()); }
  size_t memory() const { return states_.capacity() * sizeof(Born) + steps_.capacity(); }

 private:
  struct Born {
    State parent = kRoot;
    FactSet relied = Facts::kNone;
    uint64_t steps = 0;  // the position of its steps in the byte array
  };
  void put(uint64_t number);
  uint64_t get(uint64_t& at) const;

  std::vector<Born> states_;
  std::vector<uint8_t> steps_;
};

}  // namespace mover
