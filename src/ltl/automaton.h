// Büchi automata over the states of executions: an execution violates a formula if and only if the automaton of the
// negated formula accepts it.
#pragma once

#include <cstdint>
#include <vector>

#include "ltl/formula.h"

namespace mover::ltl {

// A conjunction of literals over at most 64 atoms.
struct Label {
  uint64_t positive = 0, negative = 0;
  static Label literal(uint32_t atom, bool positive) {
    return positive ? Label{1ull << atom, 0} : Label{0, 1ull << atom};
  }
  // `atoms`: the atoms that are true, as a bit set.
  bool holds(uint64_t atoms) const { return (positive & ~atoms) == 0 && (negative & atoms) == 0; }
  bool is_satisfiable() const { return (positive & negative) == 0; }
  // REQUIRES: this label is satisfiable.
  bool implies(const Label& other) const {
    return (other.positive & ~positive) == 0 && (other.negative & ~negative) == 0;
  }
  Label operator&(const Label& other) const { return {positive | other.positive, negative | other.negative}; }
  bool operator==(const Label&) const = default;
};

// Disjoint labels whose disjunction is a && !b.
std::vector<Label> difference(const Label& a, const Label& b);

struct Edge {
  Label label;
  uint32_t target = 0;
  uint64_t accepting = 0;  // bit i: the edge is in acceptance set i
  bool operator==(const Edge&) const = default;
};

// A transition-based generalised Büchi automaton. A run is accepting if it takes edges of every acceptance set
// infinitely often; without acceptance sets every infinite run is accepting. The first letter of a word is the initial
// state of the execution, so the label of a run's first edge holds there. A state without edges accepts no word.
struct Automaton {
  uint32_t initial = 0;
  unsigned acceptance_sets = 0;
  std::vector<std::vector<Edge>> states;
};

// The automaton that accepts exactly the words that satisfy the formula. Callers that look for violations negate the
// formula first.
Automaton translate(const Formula& formula);

}  // namespace mover::ltl
