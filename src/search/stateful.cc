// Depth-first search that stores every visited state and explores each one once. There is no reduction: the search
// explores the whole state graph, and terminates if the program has finitely many states.
//
// Races are checked in each state (property/race.h). States do not show all races if a trylock has failed, an atomic
// access has observed another thread without synchronising, or a compare-and-swap may have succeeded that would fail
// now. Then the search runs again with the order of past accesses as part of the state (ordering_sets.h). For each
// property whose violations show only along paths, it runs again with the property's record as part of the state.
#include "search/stateful.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "property/ordering_sets.h"
#include "property/path_observer.h"
#include "search/busy_waits.h"
#include "search/depth_first.h"
#include "search/livelocks.h"
#include "search/ltl_product.h"
#include "search/matching_verifier.h"
#include "search/round_robin.h"
#include "store/state_store.h"

namespace mover {

namespace {

// Happens-before of past accesses, for races that no state shows.
class PastAccesses final : public PathObserver {
 public:
  explicit PastAccesses(bool keep_uses) : order_(*table_, {.keep_uses = keep_uses}) {}
  std::unique_ptr<PathObserver> clone() const override { return std::make_unique<PastAccesses>(*this); }
  std::vector<Finding> after_step(const Machine& machine, ThreadId t) override {
    return order_.step(machine, t, machine.happened());
  }
  std::string canonical(const Machine& machine) override { return order_.canonical(machine); }

 private:
  std::shared_ptr<LocksetTable> table_ = std::make_shared<LocksetTable>();  // shared with copies
  OrderingSets order_;
};

class Stateful final : public DepthFirst {
 public:
  // `observer`: its record is part of the stored states; null: there is none. `in_states`: the kinds of findings that
  // states are checked for.
  Stateful(Machine& machine, SearchRun& run, std::unique_ptr<PathObserver> observer, KindSet in_states)
      : DepthFirst(machine, run),
        in_states_(in_states),
        observer_(std::move(observer)),
        refinements_(machine.refinements()),
        state_refinements_(machine.state_refinements()),
        first_step_(result_.stats.transitions) {}

  bool hides_order() const { return hides_order_; }  // Observed::hides_order holds in some state
  // The machine has refined its steps or states, so the search has to restart.
  bool restart_needed() const {
    return machine_.refinements() != refinements_ || machine_.state_refinements() != state_refinements_;
  }
  bool met_cycle() const { return met_cycle_; }  // a path may have closed a cycle
  void run(const StepResult& first);             // REQUIRES: the machine was reset, with the result `first`

 private:
  // A state on the path, and the threads that are left to be explored.
  struct Entry {
    RoundRobin left;
    uint64_t hash = 0;  // see on_path_
  };

  bool has_states() const override { return !stack_.empty(); }
  bool select() override { return !stack_.back().left.exhausted(); }
  bool take() override;
  bool leave() override;
  bool must_stop() override { return !is_worthwhile(); }
  bool lends_machine() const override { return true; }
  bool follow(Decision decision);
  bool enter();
  bool is_worthwhile();
  bool store_state();
  void finish();

  const KindSet in_states_;
  store::StateStore store_;
  MatchingVerifier verifier_{machine_, store_.chunks()};
  std::vector<uint32_t> tuple_;
  std::vector<Entry> stack_;
  std::unique_ptr<PathObserver> observer_;                // in the machine's current state
  std::vector<std::unique_ptr<PathObserver>> observers_;  // parallel to the stack; empty if there is no observer
  bool hides_order_ = false;
  bool met_cycle_ = false;
  // The hashes of the states on the stack, until a transition to one of them, which may close a cycle.
  std::unordered_multiset<uint64_t> on_path_;
  uint64_t hash_ = 0;  // of the state that was stored last
  const uint64_t refinements_, state_refinements_;
  const uint64_t first_step_;
  uint64_t last_step_ = UINT64_MAX;
};

void Stateful::run(const StepResult& first) {
  if (observer_ != nullptr) observer_->after_step(machine_, 0);
  if (begins(first)) {
    store_state();
    if (enter()) explore();
  }
  finish();
}

bool Stateful::leave() {
  if (const auto here = on_path_.find(stack_.back().hash); here != on_path_.end()) on_path_.erase(here);
  stack_.pop_back();
  if (observer_ != nullptr) observers_.pop_back();
  if (!stack_.empty()) path_.pop();
  at_top_ = false;
  return true;
}

bool Stateful::take() {
  if (!at_top_ && observer_ != nullptr) observer_ = observers_.back()->clone();
  return_to_top();
  return follow(stack_.back().left.next(machine_, path_));
}

// After a refinement of states the search continues for as many steps as it has taken so far, because it may find
// further refinements. After a refinement of steps it stops at once.
bool Stateful::is_worthwhile() {
  if (machine_.refinements() != refinements_) return false;
  if (last_step_ == UINT64_MAX && restart_needed()) last_step_ = 2 * result_.stats.transitions - first_step_ + 1000;
  return result_.stats.transitions < last_step_;
}

// Takes a step. Returns whether the search continues.
bool Stateful::follow(Decision decision) {
  if (observer_ != nullptr) observer_->before_step(machine_, decision.thread);
  const StepResult result = step(decision);
  if (machine_.refinements() != refinements_) return false;  // the machine merges fewer actions from now on
  if (machine_.merges_steps() && options_.checks.race &&
      !findings_.add(machine_.merging().take_races(), path_.schedule()))
    return false;
  if (observer_ != nullptr && !findings_.add(observer_->after_step(machine_, decision.thread), path_.schedule()))
    return false;
  bool go_on = findings_.after_step(machine_, result, path_.schedule());
  if (go_on && result.kind == StepResult::Kind::Running && store_state()) return enter();
  path_.pop();
  return go_on;
}

// Stores the current state. Returns whether it is new.
bool Stateful::store_state() {
  machine_.states().canonical_state(store_.chunks(), tuple_);
  if (observer_ != nullptr) tuple_.push_back(store_.chunks().intern(observer_->canonical(machine_)));
  if (options_.verify_reduction && observer_ == nullptr && !restart_needed())
    if (const std::string wrong = verifier_.contradicts(tuple_); !wrong.empty()) result_.refuted.push_back(wrong);
  const bool is_new = store_.insert(tuple_);
  if (Behaviour::is_observable(machine_) && !met_cycle_) {
    hash_ = store::hash_of_tuple(tuple_);
    met_cycle_ = !is_new && on_path_.contains(hash_);
  }
  return is_new;
}

// Checks a new state and pushes it on the stack. Returns whether the search continues.
bool Stateful::enter() {
  if (observer_ == nullptr) result_.stats.states = store_.size();
  MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
  uint64_t threads = 0;
  for (ThreadId t = 0; t < machine_.num_threads(); ++t)
    if (machine_.enabled(t)) threads |= 1ull << t;
  Entry entry{.left = RoundRobin::after(path_, threads)};
  // A machine that merges steps finds races itself.
  const KindSet kinds = machine_.merges_steps() ? in_states_ & ~only(FindingKind::Race) : in_states_;
  if (!findings_.in_state(machine_, path_.schedule(), kinds)) return false;
  hides_order_ |= findings_.take_hides_order();
  if (entry.left.branches()) path_.save();
  if (Behaviour::is_observable(machine_) && !met_cycle_) on_path_.insert(entry.hash = hash_);
  stack_.push_back(entry);
  if (observer_ != nullptr) observers_.push_back(observer_->clone());
  note_depth();
  at_top_ = true;
  return true;
}

// Counts the states of the program. A search with an observer does not count: its states are those of the program with
// the observer's record.
void Stateful::finish() {
  if (observer_ != nullptr) return;
  result_.stats.states = store_.size();
  result_.stats.store_bytes = store_.memory();
}

}  // namespace

static void search_again(const MachineFactory& make_machine, SearchRun& run, std::unique_ptr<PathObserver> observer,
                         KindSet in_states) {
  std::unique_ptr<Machine> machine = make_machine();
  machine->record_events(true);
  StepResult first = machine->reset();
  Stateful(*machine, run, std::move(observer), in_states).run(first);
  add_observations(*machine, run.result);
}

void search_with_order(const MachineFactory& make_machine, SearchRun& run, bool keep_uses) {
  run.result.remarks.push_back(
      "races: a thread can observe a step of another one that does not happen-before its own; a second search "
      "without reduction kept the order of past accesses as part of the state");
  search_again(make_machine, run, std::make_unique<PastAccesses>(keep_uses), kAllKinds);
}

void search_along_paths(const MachineFactory& make_machine, SearchRun& run, std::unique_ptr<PathObserver> observer) {
  search_again(make_machine, run, std::move(observer), ~only(FindingKind::Race));
}

SearchResult search_stateful(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchRun run(options);
  SearchResult& result = run.result;
  std::unique_ptr<Machine> machine = make_machine();
  machine->states().prepare_matching();
  machine->states().use_symmetry(options.uses_symmetry());
  bool hides_order = false, met_cycle = false;
  for (;;) {
    machine->states().adopt_symmetry();
    machine->states().forget_chunks();
    const StepResult first = machine->reset();
    Stateful search(*machine, run, nullptr, kAllKinds);
    search.run(first);
    hides_order = search.hides_order();
    met_cycle = search.met_cycle();
    if (!search.restart_needed() || run.is_over()) break;
    run.findings.begin_again();
    result.stats.visited_again += result.stats.states;
    result.stats.executions = result.stats.max_depth = 0;
  }
  add_observations(*machine, result);
  remark_symmetry(*machine, result);
  for (const Property& property : properties()) {
    const bool by_path = property.along_path != nullptr && property.in_state == nullptr;
    if (by_path && run.findings.wanted(property.kind) && !run.is_over())
      search_along_paths(make_machine, run, property.along_path());
  }
  const Observations& seen = machine->observations();
  const bool unseen =
      options.checks.race && !machine->merges_steps() && (seen.observed_without_ordering() || hides_order);
  if (unseen && !run.is_over()) search_with_order(make_machine, run, seen.reinitialises_objects());
  if (met_cycle) find_busy_waits(make_machine, run);
  if (met_cycle) find_livelocks(make_machine, run);
  find_ltl_violations(make_machine, run);
  return run.finish();
}

}  // namespace mover
