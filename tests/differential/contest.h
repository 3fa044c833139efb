// Compares several searches (contestants) on one program. The first contestant is the judge: its findings are taken to
// be right.
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
  bool deadlocks = true;  // finds a deadlock if there is one
  // Every deadlock that the search reports (by the places at which threads are blocked) is one that the judge reports.
  bool every_deadlock = true;
  // Reports all races that the judge reports, as pairs of places. Otherwise it reports at least one race if the judge
  // reports any. In both cases it reports no others.
  bool every_race_pair = false;
  bool classes = false;  // explores as many executions as there are Mazurkiewicz traces (classes.h)
  bool states = false;   // stores as many states as the judge, unless the order of past accesses is part of its states
};

struct Contestant {
  const char* name;
  SearchResult (*search)(const MachineFactory&, const SearchOptions&);
  Promise promise = {};
  bool shuffled = false;  // the same search as another contestant, in a randomised exploration order
};
const std::vector<Contestant>& contestants();

struct Rules {
  std::vector<Contestant> contestants;  // the first is the judge
  uint64_t budget = 0;                  // the largest number of steps of each search on one program
};
// Removes the judge, so that the next contestant becomes the judge. It was compared with the first one on small
// programs.
Rules without_judge(Rules);

// The answer of a search, in a form that can be compared across searches and across the C and IR forms of a program.
struct Answer {
  bool every_race_pair = false;  // the search guarantees to report all races
  bool complete = false;         // the search ended within the budget and without omissions
  std::string why_not;           // the reason if it is not complete
  struct Failure {
    FindingKind kind;
    ThreadId thread;
    uint32_t line;
    auto operator<=>(const Failure&) const = default;
  };
  std::set<Failure> failures;        // assertions and memory errors
  std::set<std::string> exit_codes;  // all but that of the first execution, which depends on the search
  std::set<std::pair<ThreadId, uint32_t>> deadlocks;
  bool only_busy_waits = true;                    // all deadlocks are of threads that spin or run for ever
  std::set<std::pair<uint32_t, uint32_t>> races;  // pairs of lines, the smaller first
  uint64_t states = 0, steps = 0;
  uint64_t executions = 0;
  bool past_matters = false;  // an observation without ordering occurred (a failed trylock, for example): the order of
                              // past accesses may be part of the counted states
  std::string broken_trace;   // a violation that does not replay; empty: none
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
