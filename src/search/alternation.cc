// Alternates between optimal DPOR and the stateful search. Exploring one execution of each Mazurkiewicz trace is faster
// for most programs. If few threads have many steps each, many traces lead to the same states, and storing states is
// faster. It is not known beforehand which search is faster, so each runs with a budget of steps. When the budget is
// exhausted, the other search runs; the budgets grow from round to round.
#include <algorithm>

#include "search/concurrency_testing.h"

namespace mover {

namespace {

enum class Technique : uint8_t { OptimalDpor, Stateful };

class Alternation {
 public:
  Alternation(const MachineFactory& make_machine, const SearchOptions& options)
      : make_machine_(make_machine), options_(options) {}

  SearchResult search() {
    constexpr uint64_t kFirstBudget = 1 << 23, kGrowth = 8;
    for (uint64_t steps = kFirstBudget;; steps *= kGrowth) {
      for (const Technique technique : {Technique::OptimalDpor, Technique::Stateful}) {
        SearchResult result = search(technique, steps);
        if (result.stop == Stop::MemoryLimit && technique == Technique::Stateful)
          return search(Technique::OptimalDpor, kNoBudget);
        if (result.stop != Stop::TimeLimit || result.stats.transitions < steps) return result;
        // Optimal DPOR stores states only after it has found a cycle. It then explores by matching states, as the
        // other search does.
        const bool found_cycle = technique == Technique::OptimalDpor && result.stats.states > 0;
        // The other search would have to find these violations again.
        const bool found_violations = !result.violations.empty();
        if (found_cycle || found_violations) return search(technique, kNoBudget);
      }
    }
  }

 private:
  static constexpr uint64_t kNoBudget = 0;

  SearchResult search(Technique technique, uint64_t steps) {
    SearchOptions options = options_;
    options.step_limit = steps;
    if (technique == Technique::Stateful) options.memory_limit_mib /= 2;
    if (options.time_limit > 0) options.time_limit = std::max(options.time_limit - spent_, 0.001);
    SearchResult result = technique == Technique::OptimalDpor ? search_optimal_dpor(make_machine_, options)
                                                              : search_stateful(make_machine_, options);
    result.stats.seconds = spent_ += result.stats.seconds;
    return result;
  }

  const MachineFactory& make_machine_;
  const SearchOptions& options_;
  double spent_ = 0;
};

}  // namespace

SearchResult search_alternately(const MachineFactory& make_machine, const SearchOptions& requested) {
  SearchOptions options = requested;
  if (options.tests) options.testing = std::make_shared<ConcurrencyTesting>(make_machine, options.seed);
  // Stored states lack the locksets of past accesses.
  SearchResult result = options.checks.discipline ? search_optimal_dpor(make_machine, options)
                                                  : Alternation(make_machine, options).search();
  if (options.testing != nullptr) options.testing->finish(result);
  return result;
}

}  // namespace mover
