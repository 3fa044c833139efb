// Replays an execution of the circuit on the interpreter. The steps of the two differ: the interpreter parks a thread
// before an access if another thread can access the memory from the current state, whereas the circuit has a cut before
// the access if another thread can do so from any state. So the replay matches the instructions that each thread
// executes. It reports the first violation that the interpreter finds.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "search/search.h"
#include "solver/liveness.h"
#include "symbolic/model.h"

namespace mover::symbolic {

// The ending with which the last step of the trace leads to the bad state; null: there is none, because the state
// itself is bad, as in a deadlock or a race.
const Ending* ending_of(const Model& model, const circuit::Trace& trace);

// The value of the word in the last state of the execution.
uint64_t last_value(const Model& model, const circuit::Trace& trace, const circuit::Word& word);

// The values of nondeterministic integers in the execution.
std::vector<uint64_t> values_in(const Model& model, const circuit::Trace& trace);

// Enumerates the combinations in which the allocations of an execution reuse the identities of ended objects. The
// circuit does not determine this. In the first combination, no allocation reuses one.
class ReuseChoices {
 public:
  uint32_t next(uint32_t alternatives);  // the choice of the next allocation in this combination
  bool advance();                        // goes to the next combination; false: there is none

 private:
  struct Taken {
    uint32_t choice = 0, alternatives = 1;
  };
  std::vector<Taken> taken_;
  size_t used_ = 0;
};

// Replays the execution on the machine, and adds the violation that the machine finds to the result.
// `choice_of(bits, value)` is the index of the alternative with which the machine chooses this value of a
// nondeterministic integer. Returns the reason why the machine finds no violation; empty: it finds one.
std::string replay(const ValueAnalysis& values, const Model& model, const circuit::Trace& trace, Machine& machine,
                   const std::function<uint32_t(uint32_t bits, uint64_t value)>& choice_of, ReuseChoices& reuse,
                   const SearchOptions& options, SearchResult& result);

// Replays a lasso of the circuit on the machine, several times around the loop, until the machine comes back to a state
// in which a round began. Returns the schedule, whose steps from `loop` on are the rounds in between, or nothing and
// the reason. REQUIRES: the machine observes the formula of the circuit, if it has one.
struct ReplayedLasso {
  Schedule schedule;
  size_t loop = 0;
  std::vector<ThreadId> threads;  // by thread of the circuit: that of the machine
};
std::optional<ReplayedLasso> replay_lasso(const ValueAnalysis& values, const Model& model, const solver::Lasso& lasso,
                                          Machine& machine,
                                          const std::function<uint32_t(uint32_t bits, uint64_t value)>& choice_of,
                                          ReuseChoices& reuse, std::string& why);

}  // namespace mover::symbolic
