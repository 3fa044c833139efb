// Reductions of automata: smaller automata that accept the same words.
#pragma once

#include "ltl/automaton.h"

namespace mover::ltl {

// Applies the reductions below until none of them changes the automaton.
Automaton reduced(Automaton automaton);

// Whether edges between components, which a run takes only finitely often, are in all acceptance sets, or in none. Both
// are right, and states may be similar with one choice only.
enum class TransientEdges : uint8_t { InNoSet, InAllSets };

// Removes the states that no run reaches or from which no run is accepting, and acceptance sets that follow from
// others.
void trim(Automaton& automaton, TransientEdges transient);

// Merges states that simulate each other, and removes edges that others of the same state simulate.
void merge_similar_states(Automaton& automaton);

}  // namespace mover::ltl
