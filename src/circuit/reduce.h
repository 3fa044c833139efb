// Reduces a circuit to a smaller one in which bad literals and constraints have the same values. Latches that never
// change, by ternary simulation from the initial state, become constants. Latches that are always equal are merged.
// Nodes outside of the cone of influence of bad literals and constraints are removed.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "circuit/aig.h"

namespace mover::circuit {

struct Reduction {
  Circuit circuit;
  std::vector<uint32_t> latch_of, input_of;  // by latch or input of `circuit`: its index in the original
  // The two circuits have equally many reachable states, because no latch that changes was removed.
  bool same_states = true;
  // Clauses over latches of the original, and gates over latches, that hold in every reachable state. Their conjunction
  // is inductive.
  std::vector<std::vector<Literal>> facts;
};

// The reduced circuit has only the latches on which bad literals and constraints depend (Keep::Cone), or all latches
// that are not replaced (Keep::States).
enum class Keep { Cone, States };
// If stop() is true, the remaining latches are not merged. Empty: it is never true.
using Stop = std::function<bool()>;
Reduction reduce(const Circuit& original, Keep keep = Keep::Cone, const Stop& stop = {});

// By node: the literal that replaces the node, because it has the same value in every reachable state. It is the node
// itself, or a node with a smaller number that is not replaced. Only latches and gates over latches are replaced.
using Substitution = std::vector<Literal>;
Substitution identity(const Circuit& circuit);
// The circuit after these replacements.
Reduction reduce(const Circuit& original, const Substitution& substitution, Keep keep = Keep::Cone);

// Translates an execution of reduction.circuit to the original.
Trace restore(const Circuit& original, const Reduction& reduction, const Trace& trace);

// Translates literals over latches to the original. `extension` is reduction.circuit with additional gates. `target` is
// a copy of the original, to which the gates of the literals are added.
std::vector<Literal> restore(const Reduction& reduction, const Circuit& extension, const std::vector<Literal>& literals,
                             Circuit& target);

// The values of `roots`, which are literals over latches, after a step: each latch is replaced by its next-state
// function. Gates are added to the circuit.
std::vector<Literal> after_a_step(Circuit& circuit, const std::vector<Literal>& roots);

}  // namespace mover::circuit
