// From an execution of the circuit to a schedule of the interpreter. The steps of the two differ: the interpreter parks
// before accesses that other threads can reach at that moment, the circuit cuts where they may ever. So each thread is
// followed by the instructions that it executes; whatever the interpreter shows on the way is the violation.
#pragma once

#include <functional>
#include <string>

#include "search/search.h"
#include "symbolic/model.h"

namespace mover::symbolic {

// The step before a bad state ends somewhere; null: the state itself is bad.
const Ending* ending_of(const Model& model, const circuit::Trace& trace);

// The values of nondeterministic integers in the execution.
std::vector<uint64_t> values_in(const Model& model, const circuit::Trace& trace);

// Follows the execution on the machine, and adds what it shows to the result. `choice_of(bits, value)`: the number of
// the alternative that is this value. Returns why nothing is shown, in one sentence; empty: something is.
std::string follow(const ValueAnalysis& values, const Model& model, const circuit::Trace& trace, Machine& machine,
                   const std::function<uint32_t(uint32_t bits, uint64_t value)>& choice_of,
                   const SearchOptions& options, SearchResult& result);

}  // namespace mover::symbolic
