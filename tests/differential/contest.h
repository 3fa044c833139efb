// One program, several searches: do they say the same? The first contestant is the judge.
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

// What a search promises to preserve, and so what it is held to.
struct Promise {
  bool deadlocks = true;         // whether there is one
  bool every_deadlock = true;    // the set of those that differ in where threads are blocked, as far as it reports them
  bool every_race_pair = false;  // all pairs that the judge sees; else: some race if the judge sees some, and no others
  bool classes = false;          // as many executions as there are classes of them: see classes.h
  bool states = false;           // as many distinct states as the judge, unless the past is part of its states
};

struct Contestant {
  const char* name;
  SearchResult (*search)(const MachineFactory&, const SearchOptions&);
  Promise promise = {};
  bool shuffled = false;  // as another one, in another order
};
const std::vector<Contestant>& contestants();

struct Rules {
  std::vector<Contestant> contestants;  // the first is the judge
  uint64_t budget = 0;                  // steps for each search of one program
};
// The next contestant judges: it has been judged by the first one on small programs.
Rules without_judge(Rules);

// What a search said, in terms that can be compared across searches and across the C and IR forms of a program.
struct Answer {
  bool every_race_pair = false;  // as promised
  bool complete = false;         // within the budget, and nothing was left out
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
  bool past_matters = false;  // a trylock failed or the like: `states` may have counted pasts
  std::string broken_trace;   // a violation whose schedule does not lead to it
};
std::string to_text(const Answer&);

// Runs one search for at most `budget` steps.
Answer ask(const Contestant&, const ir::Program&, uint64_t budget);

// Why the contestant is wrong if the judge is right; empty: they agree. REQUIRES: both are complete.
std::string compare(const Answer& judge, const Answer& other, const Promise&);

// For the same program as IR and as C: all but counts and thread numbers.
std::string compare_forms(const Answer& as_ir, const Answer& as_c);

struct Verdict {
  enum class Kind : uint8_t { Agree, Disagree, Skipped } kind = Kind::Agree;
  std::string reason;
  std::vector<Answer> answers;  // by contestant
};

// Runs all contestants on the program.
Verdict judge(const ir::Program&, const Rules&);

}  // namespace mover::differential
