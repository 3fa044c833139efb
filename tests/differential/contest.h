// Compares several searches on one program. The first contestant is the judge.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/ir.h"
#include "machine/machine.h"
#include "search/search.h"

namespace mover::differential {

// The guarantees of a search, which are checked.
struct Promise {
  bool deadlocks = true;  // whether there is a deadlock
  // The set of deadlocks, by the places at which threads are blocked, as far as the search reports them.
  bool every_deadlock = true;
  // All pairs that the judge reports; otherwise: some race if the judge reports any, and no others.
  bool every_race_pair = false;
  bool classes = false;  // as many executions as there are Mazurkiewicz traces: see classes.h
  bool states = false;   // as many distinct states as the judge, unless its states contain the past
};

struct Contestant {
  const char* name;
  SearchResult (*search)(const MachineFactory&, const SearchOptions&);
  Promise promise = {};
  bool shuffled = false;  // like another contestant, in a randomised order
};
const std::vector<Contestant>& contestants();

struct Rules {
  std::vector<Contestant> contestants;  // the first is the judge
  uint64_t budget = 0;                  // steps for each search of one program
};
// The next contestant becomes the judge: it was compared with the first one on small programs.
Rules without_judge(Rules);

// The answer of a search, in a form that can be compared across searches and across the C and IR forms of a program.
struct Answer {
  bool every_race_pair = false;  // as guaranteed
  bool complete = false;         // within the budget, and without omissions
  std::string why_not;
  struct Failure {
    FindingKind kind;
    ThreadId thread;
    uint32_t line;
    auto operator<=>(const Failure&) const = default;
  };
  std::set<Failure> failures;  // assertions and memory errors
  std::set<std::pair<ThreadId, uint32_t>> deadlocks;
  std::set<std::pair<uint32_t, uint32_t>> races;  // pairs of lines, the smaller first
  uint64_t states = 0, steps = 0;
  uint64_t executions = 0;
  bool past_matters = false;  // a trylock failed, for example: `states` may have counted pasts
  std::string broken_trace;   // a violation whose schedule does not lead to it
};
std::string to_text(const Answer&);

// Runs one search for at most `budget` steps.
Answer ask(const Contestant&, const ir::Program&, uint64_t budget);

// The reason why the contestant is wrong if the judge is right; empty if they agree. REQUIRES: both are complete.
std::string compare(const Answer& judge, const Answer& other, const Promise&);

// For the same program as IR and as C: compares everything but counts and thread numbers.
std::string compare_forms(const Answer& as_ir, const Answer& as_c);

struct Verdict {
  enum class Kind : uint8_t { Agree, Disagree, Skipped } kind = Kind::Agree;
  std::string reason;
  std::vector<Answer> answers;  // by contestant
};

// Runs all contestants on the program.
Verdict judge(const ir::Program&, const Rules&);

}  // namespace mover::differential
