// Reductions of automata: smaller automata that accept the same words.
#pragma once

#include "ltl/automaton.h"

namespace mover::ltl {

// Applies the reductions below until they no longer make the automaton smaller.
Automaton reduced(Automaton automaton);

// Whether edges between components, which a run takes only finitely often, are in all acceptance sets, or in none. Both
// choices preserve the language, but simulation may relate two states under only one of them.
enum class TransientEdges : uint8_t { InNoSet, InAllSets };

// Removes the states that no run reaches or from which no run is accepting, and redundant acceptance sets.
void trim(Automaton& automaton, TransientEdges transient);

// Merges states that simulate each other, and removes edges that other edges of the same state simulate.
void merge_similar_states(Automaton& automaton);

}  // namespace mover::ltl
