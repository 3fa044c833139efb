// Depth-first search over boundary states: those in which no thread is inside a transaction. From each, every thread's
// transactions are run as if they were single steps [FQ03, section 4]. What protects what is inferred on the way
// [FQ03, section 6]: at first everything that may be a mover is taken to be one; when a fact turns out wrong, the
// states whose exploration relied on it are visited again, and no others.
//
// docs/transactions.md explains why nothing is lost.
#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

#include "ir/names.h"
#include "search/lineage.h"
#include "search/optimism.h"
#include "search/stateful.h"
#include "search/transaction.h"
#include "store/state_store.h"

namespace mover {

namespace {

class Transactions {
 public:
  // REQUIRES: the machine was reset and can run.
  Transactions(Machine& machine, const SearchOptions& options, const TransactionRules& rules, Discipline& discipline,
               SearchResult& result, Findings& findings, Watch& watch, Optimism::Rivals& rivals)
      : machine_(machine),
        options_(options),
        rules_(rules),
        discipline_(discipline),
        result_(result),
        findings_(findings),
        watch_(watch),
        path_(machine),
        rivals_(rivals),
        optimism_(options.order != Order::All ? std::make_unique<Optimism>(machine, rules.trust, rivals, rules.cures, options.seed)
                                              : nullptr),
        transaction_(machine, rules, discipline, path_, chunks(), findings, watch, result, optimism_.get()) {}

  void run();
  // Called a few times in the middle of the search, when more memory has lost its protection. False: it is over.
  void when_unprotected(std::function<bool()> look) { look_ = std::move(look); }
  // Gives up after so many steps.
  void run_shortly(uint64_t most_steps) {
    last_step_ = result_.stats.transitions + most_steps;
    run();
  }
  bool hides_order() const { return hides_order_; }
  // Facts were lost on which this search relied, and it cannot visit again what relied on them.
  bool in_vain() const { return in_vain_; }
  // Nearly everywhere every thread has to be tried.
  bool not_worthwhile() const {
    constexpr uint64_t kEnough = 1000;
    const Optimism::Counts& counts = optimism_->counts();
    return counts.states >= kEnough && counts.all * 4 > counts.states * 3;
  }
  const Optimism* optimism() const { return optimism_.get(); }
  // The order of accesses tells so many states apart that there would be fewer if they were no movers.
  bool order_not_worthwhile() const {
    constexpr uint64_t kEnough = 300;
    return states() >= kEnough && states() > apart_from_order_.size() * 3;
  }
  Optimism::Trust trust() const { return optimism_ ? optimism_->trust() : Optimism::Trust(); }
  uint64_t states() const { return optimism_ ? optimism_->states().size() : store_.size(); }
  uint64_t memory() const { return optimism_ ? optimism_->memory() : store_.memory() + lineage_.memory(); }
  std::vector<FunctionTransactions> functions() const;

 private:
  // A boundary that a transaction has led to and that is still to be entered.
  struct Ahead {
    ThreadId thread;
    Transaction::Choices choices;
    Lineage::State state;  // or kUnknown: it has not been looked up yet
    CommitMarks marks;
  };
  static constexpr Lineage::State kUnknown = UINT32_MAX;
  struct Entry {
    Lineage::State state = Lineage::kRoot;
    size_t depth = 0;  // of the path
    std::optional<OrderingSets> order;
    uint64_t threads = 0;  // that have not had their turn, as a bit set
    ThreadId last = 0;     // the thread whose turn it was
    uint32_t enabled = 0;  // how many could move
    std::vector<Ahead> ahead;
    std::vector<Fact> relied;
    CommitMarks marks;
    struct StuckThread {
      ThreadId thread = 0;
      std::vector<Transaction::Stuck> ways;
    };
    std::vector<StuckThread> stuck;  // could move, but can get stuck before committing
  };

  bool explore();
  bool look_early();
  bool refine();
  bool enter(Lineage::State state, ThreadId last);
  bool expand(Entry& entry, ThreadId t);
  bool go_ahead(Entry& entry);
  bool leave(Entry& entry);
  bool look_for_deadlock(const Entry& entry);
  bool try_deadlocks(const Entry& entry, const std::vector<size_t>& threads);
  bool try_deadlock(const Entry& entry, const std::vector<size_t>& threads, const std::vector<size_t>& way);
  void return_to(const Entry& entry);
  void go_to(Lineage::State state);
  Lineage::State look_up(const std::vector<uint32_t>& tuple, const Entry& from, const Ahead& ahead);
  std::optional<ThreadId> next_thread(Entry& entry);
  void notice_losses();
  ChunkSink& chunks() { return optimism_ ? static_cast<ChunkSink&>(optimism_->states().chunks()) : store_.chunks(); }

  Machine& machine_;
  const SearchOptions& options_;
  const TransactionRules rules_;
  Discipline& discipline_;
  SearchResult& result_;
  Findings& findings_;
  Watch& watch_;
  Backtrack path_;
  Optimism::Rivals& rivals_;
  std::unique_ptr<Optimism> optimism_;  // where not every thread is tried in every state: it has the states, too
  store::StateStore store_;
  Transaction transaction_;
  Lineage lineage_;
  std::vector<Entry> stack_;
  struct Ancestor {
    Lineage::State state = Lineage::kRoot;
    size_t depth = 0;
    CommitMarks marks;
  };
  std::vector<Ancestor> ancestors_{{}};  // of the state that was last gone to
  std::vector<uint32_t> tuple_;
  bool hides_order_ = false;
  bool at_top_ = true;  // the machine is in the state on top of the stack
  std::function<bool()> look_;
  uint64_t losses_seen_ = 0;
  uint32_t looks_left_ = 8;
  std::unordered_set<uint64_t> apart_from_order_;  // states, by their hashes: to count them
  uint64_t last_step_ = UINT64_MAX;
  uint64_t first_step_ = 0;  // of this search
  uint64_t losses_before_ = 0;
  bool in_vain_ = false;
};

void Transactions::run() {
  if (!optimism_) machine_.names().watch_globals(false);
  first_step_ = result_.stats.transitions;
  losses_before_ = discipline_.facts().losses();
  if (rules_.ordered != nullptr) machine_.record_events(true);
  transaction_.canonical(tuple_);
  if (optimism_)
    optimism_->look_up(tuple_);
  else
    store_.insert(tuple_);
  if (!enter(Lineage::kRoot, 0) || !explore()) return;
  if (optimism_) {
    discipline_.catch_up(machine_);
    in_vain_ |= optimism_->disappointed();
    in_vain_ |= rules_.cures.refinement && discipline_.facts().losses() != losses_before_;
    return;
  }
  while (refine()) {
  }
}

// Other states would be reached now. It goes on for as long again, to find more of what is wrong at once.
void Transactions::notice_losses() {
  if (!optimism_ || in_vain_ || !rules_.cures.refinement || discipline_.facts().losses() == losses_before_) return;
  last_step_ = std::min(last_step_, 2 * result_.stats.transitions - first_step_);
  in_vain_ = true;
}

// Visits again what relied on facts that have been lost. Whether there was anything, and the search goes on.
bool Transactions::refine() {
  if (!rules_.cures.refinement) return false;
  discipline_.catch_up(machine_);
  const std::vector<bool> broken = discipline_.facts().broken();
  std::vector<Lineage::State> again;
  for (Lineage::State state = 0; state < lineage_.size(); ++state)
    if (broken[lineage_.relied(state)]) again.push_back(state);
  result_.stats.visited_again += again.size();
  for (Lineage::State state : again) {
    if (!watch_.go_on(path_.depth())) return false;
    go_to(state);
    if (!enter(state, 0) || !explore()) return false;
  }
  return !again.empty();
}

// Brings machine and path to a state that is stored. States are numbered as a depth-first search met them, so one after
// the other they share most of their way.
void Transactions::go_to(Lineage::State state) {
  std::vector<Lineage::State> chain{state};
  while (chain.back() != Lineage::kRoot) chain.push_back(lineage_.parent(chain.back()));
  std::reverse(chain.begin(), chain.end());
  size_t common = 0;
  while (common < chain.size() && common < ancestors_.size() && chain[common] == ancestors_[common].state) ++common;
  ancestors_.resize(common);
  path_.pop_to(ancestors_.back().depth);
  path_.restore();
  transaction_.marks() = ancestors_.back().marks;
  for (; common < chain.size(); ++common) {
    for (Decision step : lineage_.steps(chain[common])) {
      StepResult result = transaction_.repeat(step);
      MOVER_CHECK(result.kind == StepResult::Kind::Running, "a stored state is reached the same way again");
    }
    path_.save();
    ancestors_.push_back({chain[common], path_.depth(), transaction_.marks()});
  }
}

// Whether the search goes on.
bool Transactions::explore() {
  while (!stack_.empty()) {
    if (!watch_.go_on(path_.depth()) || result_.stats.transitions > last_step_) return false;
    if (look_ && !look_early()) return false;
    notice_losses();
    if (options_.order == Order::OptimisticIfWorthwhile && not_worthwhile()) return in_vain_ = true, false;
    if (optimism_ && machine_.observations().addresses_as_numbers()) return in_vain_ = true, false;
    if (rules_.ordered != nullptr && order_not_worthwhile()) return in_vain_ = true, false;
    Entry& entry = stack_.back();
    if (!entry.ahead.empty()) {
      if (!go_ahead(entry)) return false;
    } else if (std::optional<ThreadId> t = next_thread(entry)) {
      if (!expand(entry, *t)) return false;
    } else if (!leave(entry)) {
      return false;
    }
  }
  return true;
}

bool Transactions::look_early() {
  if (discipline_.facts().losses() == losses_seen_) return true;
  losses_seen_ = discipline_.facts().losses();
  if (!discipline_.data().has_plain_unprotected()) return true;
  at_top_ = false;
  if (!look_()) return false;
  if (--looks_left_ == 0) look_ = nullptr;
  return true;
}

void Transactions::return_to(const Entry& entry) {
  if (at_top_) return;
  path_.pop_to(entry.depth);
  path_.restore();
  if (entry.order) transaction_.order() = *entry.order;
  at_top_ = true;
}

// The machine is in a boundary state that is new, or to be explored again.
bool Transactions::enter(Lineage::State state, ThreadId last) {
  if (rules_.movers != Movers::LeftOnly) result_.stats.states = states();
  MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
  Entry entry;
  entry.state = state;
  entry.depth = path_.depth();
  entry.last = last;
  entry.marks = transaction_.marks();
  if (rules_.ordered != nullptr) {
    entry.order = transaction_.order();
    apart_from_order_.insert(transaction_.hash_apart_from_order());
  }
  for (ThreadId t = 0; t < machine_.num_threads(); ++t)
    if (machine_.enabled(t)) entry.threads |= 1ull << t, ++entry.enabled;
  if (!findings_.in_state(machine_, path_.schedule())) return false;
  hides_order_ |= findings_.take_hides_order();
  if (optimism_) optimism_->enter(state, entry.threads);
  path_.save();
  stack_.push_back(std::move(entry));
  result_.stats.max_depth = std::max<uint64_t>(result_.stats.max_depth, path_.depth());
  at_top_ = true;
  return true;
}

// The state's number where it is new, otherwise kUnknown. REQUIRES, of an optimistic search: it is the present one.
Lineage::State Transactions::look_up(const std::vector<uint32_t>& tuple, const Entry& from, const Ahead& ahead) {
  if (!optimism_) return store_.insert(tuple) ? lineage_.add(from.state, ahead.thread, ahead.choices) : kUnknown;
  return optimism_->look_up(tuple).value_or(kUnknown);
}

// Who has not had its turn and should. Whoever comes after the one that moved last, in a circle.
std::optional<ThreadId> Transactions::next_thread(Entry& entry) {
  if (optimism_) return optimism_->next();
  if (entry.threads == 0) return std::nullopt;
  uint64_t later = entry.threads & ~((2ull << entry.last) - 1);
  auto t = static_cast<ThreadId>(__builtin_ctzll(later != 0 ? later : entry.threads));
  entry.threads &= ~(1ull << t);
  return t;
}

// That thread's transactions.
bool Transactions::expand(Entry& entry, ThreadId t) {
  return_to(entry);
  entry.last = t;
  at_top_ = false;
  transaction_.marks() = entry.marks;
  if (optimism_) optimism_->begin(t);
  if (!transaction_.run(t)) return false;
  entry.relied.insert(entry.relied.end(), transaction_.relied().begin(), transaction_.relied().end());
  if (!transaction_.stuck().empty()) entry.stuck.push_back({t, transaction_.stuck()});
  if (optimism_) {
    // Whoever can get stuck may be part of a deadlock together with all others; whoever can do nothing else is blocked.
    const bool moves = !transaction_.boundaries().empty(), stuck = !transaction_.stuck().empty();
    if (stuck && !moves) optimism_->somebody_else();
    if (stuck == moves) optimism_->everybody();
  }
  const std::optional<size_t> here = transaction_.standing_at();
  Lineage::State enters = kUnknown;
  for (size_t i = 0; i < transaction_.boundaries().size(); ++i) {
    const Transaction::Boundary& boundary = transaction_.boundaries()[i];
    Ahead ahead{t, boundary.choices, kUnknown, boundary.marks};
    const bool looks_up = optimism_ ? here == i : !boundary.tuple.empty();
    if (looks_up) ahead.state = look_up(boundary.tuple, entry, ahead);
    if (looks_up && ahead.state == kUnknown) continue;
    if (here == i)
      enters = ahead.state;
    else
      entry.ahead.push_back(std::move(ahead));
  }
  return enters == kUnknown || enter(enters, t);
}

// Enters a boundary that was found before.
bool Transactions::go_ahead(Entry& entry) {
  return_to(entry);
  Ahead ahead = std::move(entry.ahead.back());
  entry.ahead.pop_back();
  at_top_ = false;
  if (optimism_) optimism_->begin(ahead.thread);
  for (uint32_t choice : ahead.choices) {
    StepResult step = transaction_.follow({ahead.thread, choice});
    MOVER_CHECK(step.kind == StepResult::Kind::Running, "a transaction runs the same way again");
  }
  transaction_.marks() = ahead.marks;
  if (ahead.state == kUnknown) {
    transaction_.canonical(tuple_);
    ahead.state = look_up(tuple_, entry, ahead);
    if (ahead.state == kUnknown) return true;
  }
  return enter(ahead.state, ahead.thread);
}

bool Transactions::leave(Entry& entry) {
  if (rules_.follow_deadlocks && rules_.cures.stuck_threads && !look_for_deadlock(entry)) return false;
  if (optimism_) {
    optimism_->leave();
    // The first path has shown who competes. All begins anew, with them one after the other.
    if (!std::exchange(rivals_.known, true) && rivals_.any()) {
      in_vain_ = true;
      return false;
    }
  } else {
    lineage_.set_relied(entry.state, discipline_.facts().intern(std::move(entry.relied)));
  }
  stack_.pop_back();
  at_top_ = false;
  return true;
}

// Threads that can get stuck before they commit can do so one after the other. None releases on the way what another
// waits for, as that would have committed. If every thread can, or is blocked, they may be deadlocked together; any two
// may be while others go on (one alone was looked at when it got stuck, and of more than two that wait for each other's
// locks the acquisitions are boundaries).
bool Transactions::look_for_deadlock(const Entry& entry) {
  const size_t count = entry.stuck.size();
  if (count != 0 && count == entry.enabled) {
    std::vector<size_t> all(count);
    for (size_t i = 0; i < count; ++i) all[i] = i;
    if (!try_deadlocks(entry, all)) return false;
  }
  if (count == entry.enabled && count <= 2) return true;
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i + 1; j < count; ++j)
      if (!try_deadlocks(entry, {i, j})) return false;
  return true;
}

// Of these threads, by all combinations of places where each gets stuck.
bool Transactions::try_deadlocks(const Entry& entry, const std::vector<size_t>& threads) {
  constexpr size_t kMostCombinations = 1000;  // whether there is a deadlock is settled by the first
  std::vector<size_t> way(threads.size(), 0);
  for (size_t tried = 0; tried < kMostCombinations; ++tried) {
    if (!try_deadlock(entry, threads, way)) return false;
    size_t i = 0;
    while (i < way.size() && ++way[i] == entry.stuck[threads[i]].ways.size()) way[i++] = 0;
    if (i == way.size()) return true;
  }
  return true;
}

bool Transactions::try_deadlock(const Entry& entry, const std::vector<size_t>& threads, const std::vector<size_t>& way) {
  return_to(entry);
  at_top_ = false;
  for (size_t i = 0; i < way.size(); ++i) {
    const ThreadId thread = entry.stuck[threads[i]].thread;
    for (uint32_t choice : entry.stuck[threads[i]].ways[way[i]].choices) {
      if (!machine_.enabled(thread) || choice >= machine_.choices(thread)) break;
      if (Transaction::step(machine_, path_, {thread, choice}).kind != StepResult::Kind::Running) return true;
    }
  }
  return findings_.in_state(machine_, path_.schedule(), only(FindingKind::Deadlock));
}

std::vector<FunctionTransactions> Transactions::functions() const {
  std::vector<FunctionTransactions> result;
  for (ir::FunctionId id : transaction_.functions()) {
    const ir::Function& function = machine_.program().functions[id];
    if (function.is_library) continue;
    FunctionTransactions row;
    row.function = ir::source_name(function);
    row.loc = function.loc;
    auto broken = transaction_.broken_functions().find(id);
    if (broken != transaction_.broken_functions().end()) {
      row.one_transaction = false;
      row.committed_at = broken->second.committed_at;
      row.broken_at = broken->second.broken_at;
    }
    result.push_back(std::move(row));
  }
  return result;
}

std::string count_of(uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

// Says which way was taken, and with that what there cannot be. REQUIRES: everything was covered.
void remark(const Discipline& discipline, const SearchOptions& options, bool may_race, bool unseen,
            SearchResult& result) {
  if (options.checks.deadlock) {
    result.remarks.push_back(discipline.demoted() == 0
                                 ? "deadlocks: the lock-order graph has no cycle"
                                 : "deadlocks: the lock-order graph has a cycle; acquisitions of " +
                                       count_of(discipline.demoted(), "lock was", "locks were") +
                                       " explored in every order");
  }
  if (options.checks.race && (may_race || !unseen)) {
    result.remarks.push_back(may_race
                                 ? "races: some memory has no lock; a second search checked it, with every acquisition a "
                                   "scheduling point"
                                 : "races: none possible; shared memory is protected by locks, read-only or atomic");
  }
}

void remark(const Optimism::Counts& counts, SearchResult& result) {
  if (counts.states == 0) return;
  result.remarks.push_back("scheduling: more than one thread was tried in " + std::to_string(counts.several) + " of " +
                           count_of(counts.states, "state", "states") + " with several enabled threads");
}

// What has a lock by its name has one in every execution: each access of each thread, with what it holds there, occurs
// in some reduced execution. About the rest every execution has to be asked, as several objects may have one name, and
// locks that are not globals.
void check_locking(const MachineFactory& make_machine, const Machine& machine, const SearchOptions& options,
                   const Discipline& discipline, SearchResult& result, Findings& findings, Watch& watch) {
  const std::set<uint32_t> suspects = discipline.may_break_locking();
  const bool keeps = suspects.empty() && !machine.observations().reused_numbers();
  if (!keeps)
    search_with_locks(make_machine, options, machine.observations().reused_numbers() ? nullptr : &suspects, result, findings, watch);
  result.remarks.push_back(keeps ? "discipline: shared memory is protected by locks, read-only or atomic"
                                 : "discipline: some memory has no named lock; a second search without reduction checked it");
}

}  // namespace

SearchResult search_transactions(const MachineFactory& make_machine, const SearchOptions& asked) {
  SearchOptions options = asked;
  SearchResult result;
  Findings findings(options, result);
  Watch watch(options, result);
  std::unique_ptr<Machine> machine = make_machine();
  Discipline discipline(options.cures);
  GuardLog log(discipline.locksets());
  if (options.collect_guards) discipline.log_to(&log);
  if (options.checks.discipline) discipline.watch_locking();
  bool hides_order = false;
  Optimism::Trust trust;
  Optimism::Rivals rivals;
  Optimism::Counts counts;
  bool trusts_order = options.transactions && options.checks.race && options.cures.race_pass;
  constexpr uint64_t kEarlySteps = 20'000;
  const bool looks_early = options.checks.race && options.cures.race_pass && !options.keep_going;
  // One search from the beginning, with what is known by now about what protects what. Whether it has to be done again.
  auto try_pass = [&](const TransactionRules& rules) {
    StepResult first = machine->reset();
    findings.after_step(*machine, first, {});
    if (first.kind != StepResult::Kind::Running) return false;
    Transactions search(*machine, options, rules, discipline, result, findings, watch, rivals);
    if (looks_early && rules.movers == Movers::Both && !rules.verify) {
      // All races are found in a pass of their own, but that comes last. Most are not far away.
      search.when_unprotected([&] {
        TransactionRules shortly = rules;
        shortly.movers = Movers::LeftOnly;
        machine->reset();
        Transactions(*machine, options, shortly, discipline, result, findings, watch, rivals).run_shortly(kEarlySteps);
        return result.stop == Stop::Finished;
      });
    }
    search.run();
    trust = search.trust();
    // Where objects lie depends on the order of steps that are independent otherwise.
    const bool order_shows = options.order != Order::All && machine->observations().addresses_as_numbers();
    trusts_order &= rules.ordered == nullptr || !search.order_not_worthwhile();
    if (order_shows || (options.order == Order::OptimisticIfWorthwhile && search.not_worthwhile()))
      options.order = Order::All;
    if (search.in_vain() && result.stop == Stop::Finished) {
      result.stats.visited_again += search.states();
      result.stats.executions = 0;
      return true;
    }
    hides_order = search.hides_order();
    if (search.optimism() != nullptr && rules.movers != Movers::LeftOnly) counts = search.optimism()->counts();
    if (rules.watch_functions) result.functions = search.functions();
    if (rules.movers == Movers::LeftOnly) return false;
    result.order = options.order;
    result.stats.states = search.states();
    result.stats.store_bytes = search.memory();
    return false;
  };
  std::set<uint32_t> handed_over;
  auto pass = [&](TransactionRules rules) {
    do {
      rules.trust = trust;
      // What no lock protects may be ordered in another way, if somebody looks whether it is.
      if (trusts_order && options.order != Order::All) {
        handed_over = discipline.may_be_ordered();
        discipline.assume_ordered(handed_over);
        rules.ordered = handed_over.empty() ? nullptr : &handed_over;
      } else {
        discipline.assume_ordered({});
        rules.ordered = nullptr;
      }
    } while (try_pass(rules));
  };
  TransactionRules rules;
  if (!options.transactions) rules.movers = Movers::None;
  rules.ignoring = options.ignoring;
  rules.follow_deadlocks = options.checks.deadlock;
  rules.cures = options.cures;
  rules.watch_blocks = options.checks.atomicity;
  rules.watch_functions = options.collect_guards;
  pass(rules);
  if (options.collect_guards) {
    result.guards = log.guards(*machine);
    result.function_guards = log.functions(*machine);
  }
  if (options.verify_reduction && result.stop == Stop::Finished) {
    const Statistics stats = result.stats;
    TransactionRules verifying = rules;
    verifying.verify = true;
    pass(verifying);
    result.stats = stats;
  }
  // Bytes that a lock protects cannot race, nor those whose exclusive access predicate nothing goes against. Accesses
  // to others meet in boundaries when acquisitions are boundaries.
  bool breached = std::any_of(result.violations.begin(), result.violations.end(),
                              [](const Violation& v) { return v.finding.kind == FindingKind::Discipline; });
  bool may_race = options.checks.race && options.cures.race_pass &&
                  (discipline.data().has_plain_unprotected() || breached || !options.transactions);
  while (may_race && options.transactions && result.stop == Stop::Finished) {
    const uint64_t losses = discipline.facts().losses();
    TransactionRules looking = rules;
    looking.movers = Movers::LeftOnly;
    pass(looking);
    // Memory that was taken to be ordered has turned out to race: the first search relied on that as well.
    if (discipline.facts().losses() == losses || result.stop != Stop::Finished) break;
    pass(rules);
  }
  // Threads that have one number one after the other are not ordered by that, nor those that have exclusive access one
  // after the other.
  bool unordered = machine->observations().reused_numbers() || discipline.exclusives().governs_plain();
  // Nor is memory that was one thread's own before others got its address by an atomic access that orders nothing.
  unordered |= machine->observations().address_without_ordering();
  // Nor are operations on synchronisation objects ordered by these before they are initialised, destroyed or freed.
  unordered |= machine->observations().remakes_objects();
  bool unseen = may_race ? hides_order || machine->observations().observed_without_ordering()
                         : machine->observations().observed_without_ordering() && unordered;
  unseen = unseen && options.checks.race && result.stop == Stop::Finished;
  if (unseen) search_with_order(make_machine, options, machine->observations().remakes_objects(), result, findings, watch);
  if (options.checks.discipline && result.stop == Stop::Finished)
    check_locking(make_machine, *machine, options, discipline, result, findings, watch);
  if (options.ignoring == Ignoring::Unsound)
    add_omission(result.incomplete,
                 omission("--ignoring=unsound: where a thread loops for ever, or an assumption discards it, what it did "
                          "before may not have been interleaved with the other threads"));
  add_observations(*machine, result);
  if (options.transactions && result.stop == Stop::Finished && result.incomplete.empty())
    remark(discipline, options, may_race, unseen, result);
  if (result.order != Order::All) remark(counts, result);
  if (result.order == Order::All && asked.order != Order::All)
    result.remarks.push_back(machine->observations().addresses_as_numbers()
                                 ? "scheduling: the program uses addresses as numbers, so every enabled thread was tried in every state"
                                 : "scheduling: steps are dependent in most states, so every enabled thread was tried in every state");
  const size_t ordered = result.order != Order::All && trusts_order ? discipline.may_be_ordered().size() : 0;
  if (ordered != 0 && result.stop == Stop::Finished)
    result.remarks.push_back("movers: also accesses to " + count_of(ordered, "object", "objects") +
                             " that no single lock protects: happens-before orders them");
  watch.finish();
  return result;
}

}  // namespace mover
