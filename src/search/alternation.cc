// Alternates between optimal DPOR and the stateful search. Exploring one execution of each Mazurkiewicz trace is faster
// for most programs; with few threads of many steps, many executions lead to the same states. Which search is faster is
// not known beforehand: each gets a budget of steps, and when it is exhausted the other one runs, with a larger budget
// every time.
#include <algorithm>

#include "search/search.h"

namespace mover {

namespace {

enum class Way : uint8_t { Orders, States };

class Alternation {
 public:
  Alternation(const MachineFactory& make_machine, const SearchOptions& options)
      : make_machine_(make_machine), options_(options) {}

  SearchResult search() {
    constexpr uint64_t kFirst = 1 << 23, kGrowth = 8;
    for (uint64_t steps = kFirst;; steps *= kGrowth) {
      for (const Way way : {Way::Orders, Way::States}) {
        SearchResult result = search(way, steps);
        if (result.stop == Stop::MemoryLimit && way == Way::States) return search(Way::Orders, 0);
        if (result.stop != Stop::TimeLimit || result.stats.transitions < steps) return result;
        const bool has_no_end =
            way == Way::Orders && result.stats.states > 0;  // the search found a cycle, so it compared states
        if (has_no_end || !result.violations.empty())
          return search(way, 0);  // otherwise the other search would have to find them again
      }
    }
  }

 private:
  SearchResult search(Way way, uint64_t steps) {
    SearchOptions options = options_;
    options.step_limit = steps;
    if (way == Way::States) options.memory_limit_mib /= 2;
    if (options.time_limit > 0) options.time_limit = std::max(options.time_limit - spent_, 0.001);
    SearchResult result =
        way == Way::Orders ? search_optimal_dpor(make_machine_, options) : search_stateful(make_machine_, options);
    result.stats.seconds = spent_ += result.stats.seconds;
    return result;
  }

  const MachineFactory& make_machine_;
  const SearchOptions& options_;
  double spent_ = 0;
};

}  // namespace

SearchResult search_alternately(const MachineFactory& make_machine, const SearchOptions& options) {
  if (options.checks.discipline)
    return search_optimal_dpor(make_machine, options);  // states do not contain the locks of past accesses
  return Alternation(make_machine, options).search();
}

}  // namespace mover
