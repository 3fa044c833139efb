// Options and results of the searches. docs/reductions.md lists the searches.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "movers/guards.h"
#include "movers/soundness_rules.h"
#include "property/property.h"

namespace mover {

struct Statistics {
  uint64_t states = 0;       // distinct stored states
  uint64_t transitions = 0;  // executed steps
  uint64_t executions = 0;   // complete runs
  uint64_t redundant = 0;    // executions that were abandoned, because their Mazurkiewicz traces had been explored
  uint64_t max_depth = 0;
  uint64_t visited_again = 0;  // states that were explored again because a fact that they relied on was refuted
  uint64_t store_bytes = 0;    // memory of the visited set
  double seconds = 0, cpu_seconds = 0;
  uint64_t peak_rss_kib = 0;
  uint64_t tested_executions = 0, tested_transitions = 0;  // tried beside the search: search/concurrency_testing.h
};

// The solution of the ignoring problem for transactions [LPQR05].
enum class Ignoring : uint8_t {
  Cpc,      // Commit Point Completion: figure 8
  Cycle,    // a transaction that revisits one of its post-commit states ends there
  Unsound,  // none: figure 5, for comparison
};

// The enabled threads that are explored in a boundary state.
enum class ExploredThreads : uint8_t {
  AllEnabled,
  Dpor,              // a backtrack set: search/stateful_dpor.h
  DporIfWorthwhile,  // a backtrack set, unless most backtrack sets contain nearly all enabled threads
};

// The parts of a selective search [STO02, sections 4 and 5]: search/selective.cc.
struct Selective {
  bool sleep = true;
  bool persistent = false;
  bool invisible_first = false;
  bool composed = false;  // REQUIRES: invisible_first
  // Each state is stored and explored once. REQUIRES: no sleep sets, no preemption bound, single steps, canonical
  // states
  bool stores_states = false;
  std::optional<uint32_t> preemptions{};  // the preemption bound; if set, no other reduction is used
  // For machines whose canonical forms are incomplete: if a path has this many steps, the state space may be cyclic,
  // and iterative deepening begins.
  uint64_t long_path = 100'000;
  uint64_t first_bound = 128;  // the first bound of iterative deepening
};

class ConcurrencyTesting;

struct SearchOptions {
  Checks checks;
  Selective selective;
  Ignoring ignoring = Ignoring::Cpc;
  SoundnessRules soundness;
  // Transactional search:
  bool transactions = true;  // false: every action is a transaction of its own
  ExploredThreads explored_threads = ExploredThreads::AllEnabled;
  // Transactional search: a further pass verifies that actions classified as movers commute. Stateful search: verifies
  // that matching states have the same successors.
  bool verify_reduction = false;
  std::vector<std::string> ltl;        // formulas, which LinearTime::make accepts
  Fairness fairness = Fairness::Weak;  // of livelocks and formulas
  bool ample_sets = false;             // livelocks and formulas: the state graph is reduced where that is sound
  bool keep_going = false;             // a violation does not end the search
  bool collect_races = false;          // a race does not end the search at once: see Findings
  bool collect_guards = false;         // transactional search: fill in SearchResult::guards and the members after it
  // States with stored states that differ by a permutation of interchangeable threads are matched (docs/symmetry.md).
  bool symmetry = false;
  // Whether symmetry preserves the properties that are checked.
  bool uses_symmetry() const {
    return symmetry && !verify_reduction && !collect_guards && !checks.atomicity && !checks.discipline &&
           !checks.livelock && !checks.ltl && !checks.leak;
  }
  uint64_t seed = 0;        // not 0: randomised exploration order
  bool falls_back = false;  // another engine takes over if something has no model: stop soon after that
  bool tests = false;       // search_alternately: executions are tried beside the search
  std::shared_ptr<ConcurrencyTesting> testing{};  // tries executions beside the search; null: none are tried
  uint64_t step_limit = 0;        // the number of steps after which the search stops with Stop::TimeLimit; 0: none
  double time_limit = 0;          // seconds; 0: none
  uint64_t memory_limit_mib = 0;  // 0: none
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const Statistics&, uint64_t depth)> progress;  // called from time to time
  // Called for each violation when it is found; called with null if the violations so far are void.
  std::function<void(const struct Violation*)> found;
};

// One decision of a schedule: the thread, and the alternative of its action.
struct Decision {
  ThreadId thread = 0;
  uint32_t choice = 0;
  bool operator==(const Decision&) const = default;
};
using Schedule = std::vector<Decision>;

struct Violation {
  Finding finding;
  Schedule schedule;         // from the initial state to the state or the step that shows the violation
  bool has_schedule = true;  // false: the violation is that no execution reaches a place (mover_reachable)
};

// The reason why a search stopped. FirstViolation: if races are collected, also that the budget for further races is
// exhausted.
enum class Stop : uint8_t { Finished, FirstViolation, TimeLimit, MemoryLimit, Interrupted };

struct SearchResult {
  Stop stop = Stop::Finished;
  uint64_t last_step = UINT64_MAX;       // the search stops when stats.transitions reaches this number
  std::vector<Violation> violations;     // distinct by kind and location(s)
  std::vector<Omission> incomplete;      // the reasons why the search was incomplete; they turn `safe` into `unknown`
  std::vector<std::string> assumptions;  // standing assumptions that executions relied on
  // Parts of the program that no execution reached, for the headline; only if all executions were explored.
  std::vector<std::string> gaps;
  std::vector<Finding> unasked;      // distinct findings of kinds that were not requested but ended executions
  std::vector<std::string> refuted;  // verify_reduction: errors of the reduction
  std::vector<std::string> remarks;  // remarks on the search, for the report
  std::vector<std::string> covered;  // what the executions that were tried beside the search have covered
  // Threads may be deadlocked while others run for ever, and the search does not look for this.
  bool may_hang = false;
  ExploredThreads explored_threads = ExploredThreads::AllEnabled;  // in the last pass
  bool permutes_threads = false;  // states were matched that differ by a permutation of threads
  Statistics stats;
  std::vector<Guard> guards;                    // the protection of each shared variable in the explored executions
  std::vector<FunctionGuard> function_guards;   // functions that need a lock to be held
  std::vector<FunctionTransactions> functions;  // whether each function was one transaction
};

using MachineFactory = std::function<std::unique_ptr<Machine>()>;

SearchResult search_reference(const MachineFactory&, const SearchOptions&);
SearchResult search_stateful(const MachineFactory&, const SearchOptions&);
// Transactions. REQUIRES: a machine with StableNames.
SearchResult search_transactions(const MachineFactory&, const SearchOptions&);
// Source-set DPOR, without stored states. If a path closes a cycle, all threads are explored in its states.
SearchResult search_source_dpor(const MachineFactory&, const SearchOptions&);
// The search of [EQT06, figures 6 and 7] as printed, for comparison.
SearchResult search_locksets_as_printed(const MachineFactory&, const SearchOptions&);
// Selective search [STO02]: sleep sets, persistent sets and so on, without stored states.
SearchResult search_selective(const MachineFactory&, const SearchOptions&);

// Optimal DPOR, without stored states: explores one execution of each Mazurkiewicz trace. Falls back to another search
// for cyclic state spaces.
SearchResult search_optimal_dpor(const MachineFactory&, const SearchOptions&);
// search_optimal_dpor and search_stateful alternately, until one of them finishes. REQUIRES: the machine merges steps.
SearchResult search_alternately(const MachineFactory&, const SearchOptions&);

// Sets SearchResult::permutes_threads, and adds a remark on the threads that were interchangeable.
void remark_symmetry(const Machine&, SearchResult&);

// Adds the machine's observations over all executions to the result.
void add_observations(const Machine&, SearchResult&);

}  // namespace mover
