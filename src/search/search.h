// Options and results of the searches. docs/reductions.md lists them.
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
  uint64_t redundant = 0;    // executions that were abandoned: their Mazurkiewicz trace had been explored before
  uint64_t max_depth = 0;
  uint64_t visited_again = 0;  // states, because a fact that they relied on was refuted
  uint64_t store_bytes = 0;    // memory of the visited set
  double seconds = 0, cpu_seconds = 0;
  uint64_t peak_rss_kib = 0;
};

// How transactions solve the ignoring problem [LPQR05].
enum class Ignoring : uint8_t {
  Cpc,      // Commit Point Completion: figure 8
  Cycle,    // a transaction that revisits one of its post-commit states ends there
  Unsound,  // not at all: figure 5, for comparison
};

// Which enabled threads are tried in a boundary state.
enum class Order : uint8_t {
  All,
  Dpor,              // a backtrack set: search/stateful_dpor.h
  DporIfWorthwhile,  // all of them where the backtrack sets are nearly as large
};

// The parts of a selective search [STO02, sections 4 and 5]: search/selective.cc.
struct Selective {
  bool sleep = true;
  bool persistent = false;
  bool invisible_first = false;
  bool composed = false;                  // REQUIRES: invisible_first
  std::optional<uint32_t> preemptions{};  // at most so many in an execution; then nothing else is used
  // Where states cannot be compared: a path of so many steps may be endless, and the first bound of iterative
  // deepening.
  uint64_t long_path = 100'000, first_bound = 128;
};

struct SearchOptions {
  Checks checks;
  Selective selective;
  Ignoring ignoring = Ignoring::Cpc;
  SoundnessRules soundness;
  // Transactions: what it is made of.
  bool transactions = true;  // false: every action is one
  Order order = Order::All;
  // Transactions: afterwards, verify that classified movers commute. Stateful: that states which match have the same
  // successors.
  bool verify_reduction = false;
  bool keep_going = false;
  bool collect_races = false;     // a race does not end the search at once: see Findings
  bool collect_guards = false;    // transactions: fill in SearchResult::guards and what follows it
  uint64_t seed = 0;              // not 0: randomised exploration order
  uint64_t step_limit = 0;        // stop after so many steps (as at a time limit); 0: none
  double time_limit = 0;          // seconds; 0: none
  uint64_t memory_limit_mib = 0;  // 0: none
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const Statistics&, uint64_t depth)> progress;  // called now and then
  std::function<void(const struct Violation*)> found;               // each as it is found; null: those so far are void
};

// A schedule: which thread moved, and which alternative of its action was taken.
struct Decision {
  ThreadId thread = 0;
  uint32_t choice = 0;
  bool operator==(const Decision&) const = default;
};
using Schedule = std::vector<Decision>;

struct Violation {
  Finding finding;
  Schedule schedule;  // from the initial state to the state (deadlock, race) or through the step (others) that shows it
  bool has_schedule = true;  // false: no execution reached a place (mover_reachable), so there is nothing to replay
};

// FirstViolation: also where the first ones are races, and the budget for further ones is exhausted.
enum class Stop : uint8_t { Finished, FirstViolation, TimeLimit, MemoryLimit, Interrupted };

struct SearchResult {
  Stop stop = Stop::Finished;
  uint64_t last_step = UINT64_MAX;       // the search continues until then, counted by stats.transitions
  std::vector<Violation> violations;     // distinct by kind and location(s)
  std::vector<Omission> incomplete;      // why not everything was covered: makes `safe` `unknown`
  std::vector<std::string> assumptions;  // standing assumptions met
  std::vector<std::string> gaps;         // what no execution reached, for the headline; only where all were explored
  std::vector<Finding> unasked;          // of kinds that were not asked for, yet they ended executions; distinct
  std::vector<std::string> refuted;      // verify_reduction: errors of the reduction
  std::vector<std::string> remarks;      // how the search went about it, for the report
  Order order = Order::All;              // of the last pass
  Statistics stats;
  std::vector<Guard> guards;                    // what protects each shared variable, as far as explored
  std::vector<FunctionGuard> function_guards;   // functions that need a lock to be held
  std::vector<FunctionTransactions> functions;  // whether each was one transaction
};

using MachineFactory = std::function<std::unique_ptr<Machine>()>;

SearchResult search_reference(const MachineFactory&, const SearchOptions&);
SearchResult search_stateful(const MachineFactory&, const SearchOptions&);
// REQUIRES: the names of objects are part of the machine's states.
SearchResult search_transactions(const MachineFactory&, const SearchOptions&);
// Source-set DPOR. No state is stored; in a cyclic state space all threads are
// tried on the cycles.
SearchResult search_source_dpor(const MachineFactory&, const SearchOptions&);
// Selective search [STO02]: sleep sets, persistent sets, …; no state is stored.
SearchResult search_selective(const MachineFactory&, const SearchOptions&);

// Optimal DPOR: no state is stored; one execution of each Mazurkiewicz trace is explored. Cyclic state spaces
// are left to search_source_dpor.
SearchResult search_optimal_dpor(const MachineFactory&, const SearchOptions&);
// search_optimal_dpor and search_stateful alternately, until one of them finishes. REQUIRES: the machine merges steps
SearchResult search_alternately(const MachineFactory&, const SearchOptions&);

// Adds to the result what the machine has observed in all its executions.
void add_observations(const Machine&, SearchResult&);

}  // namespace mover
