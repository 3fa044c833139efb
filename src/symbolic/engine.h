// The symbolic engine [KGS06]: it translates the program into a circuit, runs model checkers on the circuit, and
// replays violations on the interpreter. The verdict is `safe` only if a model checker has proved that neither a
// violation nor a bound of the model can be reached.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "search/search.h"
#include "symbolic/model.h"

namespace mover::symbolic {

struct EngineOptions {
  std::string solver = "portfolio";
  Reduction reduction = Reduction::None;
  ReductionRules rules;
  std::vector<std::string> arguments;                      // of the program
  std::string dump;                                        // the file for the circuit (solver/dump.h); empty: none
  std::function<void(const std::string& text)> invariant;  // is called with the proof's invariant
  Setting setting;
  // After a proof, look for a proof that no thread spins for ever under every schedule, or is blocked for ever while
  // others run (SearchResult::may_hang).
  bool excludes_hanging = false;
  // Called before a replay. Machines that are made afterwards can choose these values for nondeterministic integers.
  std::function<void(const std::vector<uint64_t>& values)> try_values;
  // Called before a replay. With `reuses`, the allocations of machines that are made afterwards choose whether they
  // reuse the identity of an ended object.
  std::function<void(bool reuses)> reuse_addresses;
};

SearchResult search_symbolic(const MachineFactory& make_machine, const SearchOptions& options,
                             const EngineOptions& engine);

}  // namespace mover::symbolic
