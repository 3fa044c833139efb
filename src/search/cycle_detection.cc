// Cycle detection on long paths [Bre80], and the stateful search as the fallback.
#include "search/cycle_detection.h"

#include <algorithm>

namespace mover {

// A machine that merges steps checks the locking discipline itself, and its canonical form lacks the locksets of past
// accesses. So equal forms do not show a cycle if the discipline is checked.
CycleDetection::CycleDetection(Machine& machine, const SearchOptions& options)
    : machine_(machine),
      possible_(machine.has().states != nullptr && !(machine.merges_steps() && options.checks.discipline)),
      from_(machine.merges_steps() ? kLong : 0) {}

bool CycleDetection::closes_cycle(size_t depth) {
  const size_t states = depth + 1;
  if (!possible_ || states % kSpacing != 0 || states < from_) return false;
  std::vector<uint32_t> tuple;
  machine_.states().canonical_state(store_.chunks(), tuple);
  const bool again = tuple == earlier_.tuple;
  if (depth >= 2 * earlier_.depth) earlier_ = {depth, std::move(tuple)};
  return again;
}

SearchOptions rest_of(SearchRun& run) {
  SearchOptions rest = run.options;
  run.findings.begin_again();
  const double seconds = run.finish().stats.seconds;
  if (rest.time_limit > 0) rest.time_limit = std::max(rest.time_limit - seconds, 0.001);
  return rest;
}

SearchResult match_states_instead(const MachineFactory& make_machine, SearchRun& run) {
  SearchResult result = search_stateful(make_machine, rest_of(run));
  result.remarks.push_back("cycles: an execution returns to an earlier state, so states were stored and compared");
  return result;
}

}  // namespace mover
