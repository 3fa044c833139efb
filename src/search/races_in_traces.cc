#include "search/races_in_traces.h"

#include <algorithm>

namespace mover {

bool find_races_in_traces(const MachineFactory& make_machine, SearchRun& run) {
  // The alternative, search_with_order, is expected to need at least as many steps: it distinguishes more states than
  // the search so far.
  constexpr uint64_t kSteps = 200'000, kTimesAsMany = 10;
  Statistics& stats = run.result.stats;
  SearchOptions options = run.options;
  options.tests = false;
  options.testing = nullptr;
  options.step_limit = std::max(kSteps, kTimesAsMany * stats.transitions);
  SearchResult traces = search_optimal_dpor(make_machine, options);
  stats.transitions += traces.stats.transitions;
  stats.max_depth = std::max(stats.max_depth, traces.stats.max_depth);
  for (const Violation& violation : traces.violations)
    if (!run.findings.add(violation.finding, violation.schedule)) break;
  if (traces.stop != Stop::Finished && !traces.violations.empty()) {
    run.result.stop = traces.stop == Stop::TimeLimit ? Stop::FirstViolation : traces.stop;
    return true;
  }
  const auto is_known = [&](const Omission& omission) {
    return std::ranges::find(run.result.incomplete, omission) != run.result.incomplete.end();
  };
  if (traces.stop != Stop::Finished || !std::ranges::all_of(traces.incomplete, is_known)) return false;
  run.result.remarks.push_back(
      "races: a thread can observe a step of another one that does not happen-before its own; a second search explored "
      "one execution of each Mazurkiewicz trace");
  return true;
}

}  // namespace mover
