// Controlled concurrency testing [TDB16] beside an exhaustive search. A depth-first search decides the last steps of
// long executions first, so it may miss a bug in the first of a million iterations for hours. Most bugs need few
// preemptions in particular places, and show in some execution of a randomised or bounded scheduler. So when the search
// has taken kFirst steps, such executions are tried, and again whenever the number of its steps has doubled. The
// budgets are numbers of steps, so results are deterministic. A violation ends the search like one of its own; nothing
// else of its result depends on these executions.
#pragma once

#include <memory>
#include <vector>

#include "search/scheduler.h"

namespace mover {

class SearchRun;

class ConcurrencyTesting {
 public:
  ConcurrencyTesting(const MachineFactory& make_machine, uint64_t seed);
  ~ConcurrencyTesting();

  // Whether it is time for more executions. `transitions`: the steps of the search, a number that begins again at 0 if
  // the search restarts.
  bool is_due(uint64_t transitions) {
    searched_ += transitions >= seen_ ? transitions - seen_ : transitions;
    seen_ = transitions;
    return searched_ >= due_;
  }
  // Tries executions until the budget is exhausted. Returns whether the search continues.
  bool run(SearchRun& run);

  // Adds to the result of the search what the executions have covered, and the violations that the result lacks because
  // the search has restarted or another one has taken over.
  void finish(SearchResult& result) const;

 private:
  struct Technique {
    std::unique_ptr<Scheduler> scheduler;
    uint64_t steps = 0;
    bool is_exhausted = false;
  };
  class Execution;

  Technique* next_technique();

  static constexpr uint64_t kFirst = 30'000;

  const MachineFactory make_machine_;
  std::unique_ptr<Machine> machine_;
  std::vector<Technique> techniques_;
  uint64_t searched_ = 0, seen_ = 0, due_ = kFirst;
  uint64_t executions_ = 0, steps_ = 0;
  std::vector<Violation> found_;
};

}  // namespace mover
