// Simplification of the gates of a circuit under conditions.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "solver/solver.h"

namespace mover::solver {

// The literals that follow from conditions because they are conjuncts of them.
class Implied {
 public:
  Implied(const Circuit& graph, std::span<const Literal> conditions);
  Literal of(Literal l) const {  // a constant if the literal or its negation follows, otherwise itself
    const auto found = values_.find(circuit::node_of(l));
    return found == values_.end() ? l : circuit::constant(found->second != circuit::is_negated(l));
  }
  bool is_contradictory() const { return is_contradictory_; }
  // The literals after the replacement of all literals that follow.
  std::vector<Literal> simplify(Circuit& graph, std::span<const Literal> literals) const;

 private:
  std::unordered_map<uint32_t, bool> values_;
  uint32_t first_ = UINT32_MAX;  // the smallest node that follows
  bool is_contradictory_ = false;
};

}  // namespace mover::solver
