// A smaller circuit with the same executions, as far as bad literals and constraints can tell: latches that never
// change become constants (ternary simulation from the initial state), latches that always agree become one, and what
// lies outside of the cone of influence is left out.
#pragma once

#include <utility>
#include <vector>

#include "circuit/aig.h"

namespace mover::circuit {

struct Reduction {
  Circuit circuit;
  std::vector<uint32_t> latch_of, input_of;  // per latch or input of `circuit`: its index in the original
  bool same_states =
      true;  // each reachable state of `circuit` is one of the original: no latch that changes was left out
  // Literals over latches of the original that hold in every reachable state, as clauses: together they are inductive.
  std::vector<std::vector<Literal>> facts;
};

Reduction reduce(const Circuit& original);

// The same execution, of the original.
Trace restore(const Circuit& original, const Reduction& reduction, const Trace& trace);

// Literals of an extension of reduction.circuit, functions of latches, as literals of an extension of the original:
// `target` is a copy of it, to which gates are added.
std::vector<Literal> restore(const Reduction& reduction, const Circuit& extension, const std::vector<Literal>& literals,
                             Circuit& target);

// `roots`, functions of latches, after a step: each latch replaced by its next-state function. Gates are added to the
// circuit.
std::vector<Literal> after_a_step(Circuit& circuit, const std::vector<Literal>& roots);

}  // namespace mover::circuit
