// From an execution of the circuit to a schedule of the interpreter. The steps of the two differ: the interpreter parks
// a thread before an access if another thread can reach the memory in the current state; the circuit cuts before it if
// another thread can do so in any state. So the two are matched by the instructions that each thread executes. Any
// violation that the interpreter shows on the way is reported.
#pragma once

#include <functional>
#include <string>

#include "search/search.h"
#include "symbolic/model.h"

namespace mover::symbolic {

// The ending that the step before the bad state leads to; null: the state itself is bad.
const Ending* ending_of(const Model& model, const circuit::Trace& trace);

// The values of nondeterministic integers in the execution.
std::vector<uint64_t> values_in(const Model& model, const circuit::Trace& trace);

// Follows the execution on the machine, and adds the violations that the machine shows to the result.
// `choice_of(bits, value)`: the number of the alternative that is this value. Returns a sentence that says why the
// machine shows no violation; empty: it shows one.
std::string follow(const ValueAnalysis& values, const Model& model, const circuit::Trace& trace, Machine& machine,
                   const std::function<uint32_t(uint32_t bits, uint64_t value)>& choice_of,
                   const SearchOptions& options, SearchResult& result);

}  // namespace mover::symbolic
