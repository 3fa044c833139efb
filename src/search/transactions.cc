// Transactions: a search over boundary states (boundary_search.h), in passes. The search infers protecting locks [FQ03,
// section 6]: at first every action that may be a mover is assumed to be one; when a fact is refuted, only the states
// whose exploration relied on it are explored again. Further passes check for violations that the first pass cannot
// find because of its reduction.
//
// docs/transactions.md has the argument for soundness.
#include <algorithm>
#include <set>

#include "property/common_locks.h"
#include "search/boundary_search.h"
#include "search/busy_waits.h"
#include "search/livelocks.h"
#include "search/ltl_product.h"
#include "search/races_in_traces.h"
#include "search/stateful.h"

namespace mover {

namespace {

std::string count_of(uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

// One search, pass by pass. Each pass begins with the facts of the earlier passes.
class TransactionPasses {
 public:
  TransactionPasses(const MachineFactory& make_machine, const SearchOptions& requested)
      : make_machine_(make_machine),
        requested_(requested),
        options_(requested),
        run_(options_),
        machine_(make_machine()),
        discipline_(options_.soundness),
        log_(discipline_.locksets()),
        assumes_order_(options_.transactions && finds_races()) {
    if (options_.collect_guards) discipline_.log_to(&log_);
    if (options_.checks.discipline) discipline_.watch_locking();
    machine_->states().use_symmetry(options_.uses_symmetry());
    if (!options_.transactions) rules_.movers = Movers::None;
    rules_.ignoring = options_.ignoring;
    rules_.cycles_on_stack = options_.ignoring == Ignoring::Cycle;
    rules_.follow_deadlocks = options_.checks.deadlock;
    rules_.soundness = options_.soundness;
    rules_.watch_blocks = options_.checks.atomicity;
    rules_.watch_functions = options_.collect_guards;
  }

  SearchResult run() {
    reduced_pass();
    if (options_.verify_reduction && !run_.is_over()) verification_pass();
    const bool may_race = finds_races() && has_unprotected_accesses();
    if (may_race && options_.transactions) race_passes();
    remark_symmetry(*machine_, run_.result);
    const bool needs_order = options_.checks.race && !run_.is_over() && hides_races(may_race);
    if (needs_order && !(explores_traces() && find_races_in_traces(make_machine_, run_)) && !run_.is_over())
      search_with_order(make_machine_, run_, machine_->observations().reinitialises_objects());
    if (met_cycle_ && !run_.is_over() && may_find_busy_waits(*machine_, run_)) busy_wait_pass();
    if (options_.checks.discipline && !run_.is_over()) locking_pass();
    find_livelocks(make_machine_, run_);
    find_ltl_violations(make_machine_, run_);
    if (options_.ignoring == Ignoring::Unsound)
      add_omission(run_.result.incomplete,
                   omission("--ignoring=unsound: if a thread loops for ever or an assumption discards it, its earlier "
                            "steps may not have been interleaved with those of other threads"));
    add_observations(*machine_, run_.result);
    if (options_.transactions && !run_.is_over() && run_.result.incomplete.empty())
      remark_absent(may_race, needs_order);
    remark_order();
    return run_.finish();
  }

 private:
  bool finds_races() const { return options_.checks.race && options_.soundness.race_pass; }

  // The search itself: deadlocks, failing steps, and races whose accesses are pending in one boundary state.
  void reduced_pass() {
    pass(rules_);
    if (!options_.collect_guards) return;
    run_.result.guards = log_.guards(*machine_);
    run_.result.function_guards = log_.functions(*machine_);
  }

  // Verifies that actions classified as movers commute.
  void verification_pass() {
    const Statistics stats = run_.result.stats;
    TransactionRules verifying = rules_;
    verifying.verify = true;
    pass(verifying);
    run_.result.stats = stats;
  }

  // Searches for threads that spin for ever. Each terminal component of the state graph has its counterpart among the
  // boundary states if no thread can be stuck between a right mover and its commit point (docs/liveness.md). Otherwise
  // there are no right movers.
  void busy_wait_pass() {
    TransactionRules rules = rules_;
    rules.assumptions = assumptions_;
    machine_->states().use_symmetry(false);
    rules.cycles_on_stack = false;  // its transactions end where their own cycles close
    discipline_.assume_ordered({});
    if (options_.transactions && options_.soundness.no_right_movers && !always_commits_)
      rules.movers = Movers::LeftOnly;
    find_busy_waits(*machine_, run_, rules, discipline_, dependent_, options_.explored_threads);
  }

  // Whether some bytes may race. Bytes that a lock protects cannot, nor bytes whose exclusive access predicate is never
  // violated. The bytes of a synchronisation object can, if it is initialised or destroyed while other threads may use
  // it.
  bool has_unprotected_accesses() const {
    const std::vector<Violation>& violations = run_.result.violations;
    const bool breached = std::any_of(violations.begin(), violations.end(),
                                      [](const Violation& v) { return v.finding.kind == FindingKind::Discipline; });
    return discipline_.data().has_plain_unprotected() || breached || !options_.transactions ||
           machine_->observations().reinitialises_objects();
  }

  // Explores with acquisitions as boundaries, so that racing accesses are pending in one boundary state.
  void race_passes() {
    while (!run_.is_over()) {
      const uint64_t refutations = discipline_.facts().refutations();
      TransactionRules left_only = rules_;
      left_only.movers = Movers::LeftOnly;
      pass(left_only);
      // If accesses race that were assumed to be ordered, the first pass is repeated, which relied on that assumption.
      if (discipline_.facts().refutations() == refutations || run_.is_over()) return;
      pass(rules_);
    }
  }

  // Whether there may be races that no state shows, because a thread has observed another one without synchronising
  // (property/race.h).
  bool hides_races(bool may_race) const {
    const Observations& seen = machine_->observations();
    if (may_race) return hides_order_ || seen.observed_without_ordering();
    return seen.observed_without_ordering() && lacks_order();
  }

  // Whether DPOR searches first for races that no state shows.
  bool explores_traces() const {
    return requested_.explored_threads != ExploredThreads::AllEnabled && !options_.keep_going;
  }

  // Whether memory that counts as protected may race all the same. The inference of protection regards the following
  // pairs of accesses as ordered, although happens-before need not order them.
  bool lacks_order() const {
    const Observations& seen = machine_->observations();
    // Accesses of two threads that have the same number one after the other.
    return seen.reused_numbers() ||
           // Accesses of two threads that have exclusive access one after the other.
           discipline_.exclusives().governs_plain() ||
           // An access while only one thread could reach the memory, and an access by a thread that has got the address
           // by an atomic read without ordering.
           seen.address_without_ordering() ||
           // An operation on a synchronisation object, and its later initialisation, destruction or deallocation.
           seen.reinitialises_objects();
  }

  // Checks the locking discipline. If all accesses of the reduced search to an object hold a common lock (by name),
  // this is true in every execution, because each access of each thread, with its locks, occurs in some reduced
  // execution. All other objects are checked in every execution, because several objects, and several locks that are no
  // globals, may share a name.
  void locking_pass() {
    const std::set<uint32_t> suspects = discipline_.may_break_locking();
    const bool reuses = machine_->observations().reused_numbers();
    const bool keeps = suspects.empty() && !reuses;
    if (!keeps) search_along_paths(make_machine_, run_, std::make_unique<CommonLocks>(reuses ? nullptr : &suspects));
    run_.result.remarks.push_back(
        keeps ? "discipline: shared memory is protected by locks, read-only or atomic"
              : "discipline: some memory has no named lock; a second search without reduction checked it");
  }

  // Explores with these rules until no fact that the search relied on is refuted.
  void pass(TransactionRules rules) {
    do {
      rules.assumptions = assumptions_;
      // Accesses to memory without a lock are assumed to be ordered by happens-before. A search with DPOR checks this.
      assumed_ordered_ = assumes_order_ && options_.explored_threads != ExploredThreads::AllEnabled
                             ? discipline_.may_be_ordered()
                             : std::set<uint32_t>();
      discipline_.assume_ordered(assumed_ordered_);
      rules.ordered = assumed_ordered_.empty() ? nullptr : &assumed_ordered_;
    } while (attempt(rules));
  }

  // Explores once with these rules. Returns whether the search has to be repeated.
  bool attempt(const TransactionRules& rules) {
    machine_->states().adopt_symmetry();
    const StepResult first = machine_->reset();
    run_.findings.after_step(*machine_, first, {});
    if (first.kind != StepResult::Kind::Running) return false;
    BoundarySearch search(*machine_, run_, rules, discipline_, dependent_);
    const bool searches_early = finds_races() && !options_.keep_going && rules.movers == Movers::Both && !rules.verify;
    if (searches_early) search.when_unprotected([&] { return find_near_races(rules); });
    search.run();
    learn_from(search, rules);
    if (search.restart_needed() && !run_.is_over()) {
      run_.result.stats.visited_again += search.states();
      run_.result.stats.executions = 0;
      return true;
    }
    keep(search, rules);
    return false;
  }

  // Searches for races with a small budget of steps. A later pass finds all races; this finds most of them early.
  bool find_near_races(TransactionRules rules) {
    constexpr uint64_t kSteps = 20'000;
    rules.movers = Movers::LeftOnly;
    machine_->reset();
    BoundarySearch(*machine_, run_, rules, discipline_, dependent_).run_shortly(kSteps);
    machine_->states().forget_chunks();
    return !run_.is_over();
  }

  void learn_from(const BoundarySearch& search, const TransactionRules& rules) {
    assumptions_ = search.assumptions();
    assumes_order_ &= rules.ordered == nullptr || !search.order_not_worthwhile();
    // The program computes with addresses, and these depend on the order of steps that DPOR takes for independent.
    const bool order_matters =
        options_.explored_threads != ExploredThreads::AllEnabled && machine_->observations().addresses_as_numbers();
    if (order_matters || (options_.explored_threads == ExploredThreads::DporIfWorthwhile && search.not_worthwhile()))
      options_.explored_threads = ExploredThreads::AllEnabled;
  }

  void keep(const BoundarySearch& search, const TransactionRules& rules) {
    hides_order_ = search.hides_order();
    if (rules.watch_functions) run_.result.functions = search.functions();
    if (rules.movers == Movers::LeftOnly) return;
    met_cycle_ = search.met_cycle();
    always_commits_ = search.always_commits();
    if (search.dpor() != nullptr) counts_ = search.dpor()->counts();
    run_.result.explored_threads = options_.explored_threads;
    run_.result.stats.states = search.states();
    run_.result.stats.store_bytes = search.memory();
  }

  // Adds remarks on the kinds of violations that are impossible, and why. REQUIRES: the search was complete.
  void remark_absent(bool may_race, bool needed_order) {
    std::vector<std::string>& remarks = run_.result.remarks;
    if (options_.checks.deadlock) {
      remarks.push_back(discipline_.demoted() == 0
                            ? "deadlocks: the lock-order graph has no cycle"
                            : "deadlocks: the lock-order graph has a cycle; the acquisitions of " +
                                  count_of(discipline_.demoted(), "lock were", "locks were") +
                                  " explored in every order");
    }
    if (options_.checks.race && (may_race || !needed_order)) {
      remarks.push_back(may_race
                            ? "races: some memory has no lock; a second search checked it, with every acquisition a "
                              "scheduling point"
                            : "races: none possible; shared memory is protected by locks, read-only or atomic");
    }
  }

  // Adds remarks on the threads that were explored.
  void remark_order() {
    SearchResult& result = run_.result;
    if (result.explored_threads != ExploredThreads::AllEnabled && counts_.states != 0)
      result.remarks.push_back("scheduling: more than one thread was tried in " + std::to_string(counts_.several) +
                               " of " + count_of(counts_.states, "state", "states") + " with several enabled threads");
    if (result.explored_threads == ExploredThreads::AllEnabled &&
        requested_.explored_threads != ExploredThreads::AllEnabled)
      result.remarks.push_back(
          machine_->observations().addresses_as_numbers()
              ? "scheduling: the program uses addresses as numbers, so every enabled thread was tried in every state"
              : "scheduling: steps are dependent in most states, so every enabled thread was tried in every state");
    const size_t ordered = result.explored_threads != ExploredThreads::AllEnabled && assumes_order_
                               ? discipline_.may_be_ordered().size()
                               : 0;
    if (ordered != 0 && !run_.is_over())
      result.remarks.push_back("movers: also accesses to " + count_of(ordered, "object", "objects") +
                               " that no single lock protects: happens-before orders them");
  }

  const MachineFactory& make_machine_;
  const SearchOptions& requested_;
  SearchOptions options_;
  SearchRun run_;
  std::unique_ptr<Machine> machine_;
  Discipline discipline_;
  GuardLog log_;
  TransactionRules rules_;
  StatefulDpor::Assumptions assumptions_;
  StatefulDpor::DependentThreads dependent_;
  StatefulDpor::Counts counts_;
  bool assumes_order_;  // accesses to objects without a protecting lock are assumed to be ordered by happens-before
  // These objects, by name.
  std::set<uint32_t> assumed_ordered_;
  bool hides_order_ = false;  // in the last pass
  // In the last reduced pass.
  bool met_cycle_ = false;
  bool always_commits_ = true;
};

}  // namespace

SearchResult search_transactions(const MachineFactory& make_machine, const SearchOptions& requested) {
  return TransactionPasses(make_machine, requested).run();
}

}  // namespace mover
