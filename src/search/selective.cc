// Stateless selective search, SSS [STO02, figure 2, after Godefroid]: a depth-first search, one execution after the
// other, that explores in each state a persistent set (search/persistent_sets.h) without the sleep set. With
// `invisible_first` only a thread at an invisible action is explored, if there is one (IF-SSS, section 5.1). With
// `composed` invisible actions are part of the transition before them (SSS of C(M), section 5.2). With all options off
// the search explores every interleaving, perhaps with a preemption bound. With `stores_states` the search stores each
// state and explores it once (selective search proper, of which SSS is the stateless form): without sleep sets, and
// with all enabled threads where a step leads to a state on the path.
//
// The operations of each thread are learned, and the search restarts when a new one is found. It also restarts when a
// path closes a cycle: from then on it is SSScyc (section 4), without persistent sets. docs/selective.md explains this
// and why it is sound.
#include <algorithm>
#include <bit>
#include <unordered_set>

#include "property/common_locks.h"
#include "search/busy_waits.h"
#include "search/composition.h"
#include "search/cycle_detection.h"
#include "search/path_races.h"
#include "search/persistent_sets.h"
#include "search/refinement.h"
#include "search/stateful.h"
#include "store/index.h"
#include "store/state_store.h"

namespace mover {

namespace {

class SelectiveSearch final : public DepthFirst {
 public:
  struct BoundedRefinement : Refinement {
    uint64_t bound = 0;  // of iterative deepening: the maximal length of a path; 0: no bound
    bool operator==(const BoundedRefinement&) const = default;
  };
  SelectiveSearch(Machine& machine, SearchRun& run, PersistentSets& sets, BoundedRefinement refinement)
      : DepthFirst(machine, run),
        selective_(run.options.selective),
        sets_(sets),
        refinement_(refinement),
        needed_(refinement),
        races_(machine, refinement.keep_atomics),
        cycles_(machine, run.options),
        first_step_(result_.stats.transitions),
        refinements_(refinements()),
        machine_refinements_(machine.refinements()) {}

  // Returns whether the search has to restart with the refinement needed(). REQUIRES: the machine was reset, with the
  // result `first`.
  bool run(const StepResult& first);
  BoundedRefinement needed() const { return needed_; }
  bool hides_order() const { return hides_order_; }  // Observed::hides_order holds in some state
  bool met_cycle() const { return refinement_.cyclic || met_cycle_; }

 private:
  struct Sleeper {
    ThreadId thread = 0;
    std::shared_ptr<const Footprint> transition;  // the footprint of its transition when it was explored
  };
  // A state on the path, and the threads that are explored in it.
  struct Node {
    ThreadSet enabled = 0;
    ThreadSet to_explore = 0;  // a persistent set, or all enabled threads
    ThreadSet done = 0;        // explored in all alternatives
    ThreadSet sleep_set = 0;
    std::vector<Sleeper> sleepers;
    // Never added to the sleep set, because their steps end the execution, or lead to a cycle whose states are not
    // explored completely yet.
    ThreadSet never_asleep = 0;
    ThreadSet last = 0;                // explored last: their steps end the execution, or may not terminate
    ThreadId thread = 0;               // the thread that is explored now
    uint32_t choice = 0, choices = 0;  // its next alternative, and the number of alternatives
    ThreadId by = 0;                   // the thread that took the last step before this state
    bool still_enabled = false;        // `by` is enabled in this state
    AllPending pending;
    std::vector<uint32_t> tuple;   // the canonical form; empty if it was not computed, or is stored
    std::optional<uint64_t> hash;  // of the canonical form, if it is stored
    // If this state is inside a composed transition, the index of the transition's first state; otherwise of this
    // state.
    size_t start = 0;
    Footprint so_far;        // inside a composed transition: its footprint up to this state
    Footprint whole;         // the footprint of the transition of `thread` that begins in this state
    uint32_t invisible = 0;  // the number of consecutive invisible steps before this state
    uint32_t preemptions = 0;
    std::unique_ptr<PathObserver> locks;  // candidate locks up to this state, if the locking discipline is checked
  };

  bool enter(std::unique_ptr<PathObserver> locks);
  void compute_pending(Node& node);
  void follow_transition(Node& node);
  void bound_preemptions(Node& node);
  ThreadSet choose(Node& node);
  std::optional<ThreadId> at_invisible(const Node& node) const;
  bool is_unchanged(ThreadId t) const;
  bool races_here(const Node& node);
  std::optional<size_t> earlier_visit(Node& node);
  bool store_state(Node& node);
  bool is_too_deep();
  void close_cycle(size_t earlier);
  bool has_states() const override { return !stack_.empty(); }
  bool select() override { return stack_.back().choice != stack_.back().choices || select(stack_.back()); }
  bool take() override { return follow_next() && !must_restart(); }
  bool leave() override;
  bool select(Node& node);
  void add_to_sleep_set(Node& node);
  bool follow_next();
  bool take_races(ThreadId t);
  void ended(size_t number);
  void step_back();
  bool reduces() const { return !refinement_.no_reduction && !selective_.preemptions; }
  // Whether races are found by happens-before along the path. If states are matched, their pasts are dropped.
  bool follows_races() const { return !machine_.merges_steps() && !selective_.stores_states; }
  bool must_restart();
  uint64_t refinements() const { return sets_.refinements() + machine_.refinements(); }
  bool has_learned() const { return refinements() != refinements_ && options_.soundness.refinement; }

  const Selective& selective_;
  PersistentSets& sets_;
  const BoundedRefinement refinement_;
  BoundedRefinement needed_;
  PathRaces races_;
  CycleDetection cycles_;
  store::StateStore store_;  // only its chunks are used, unless states are stored
  std::vector<Node> stack_;
  std::unordered_multiset<uint64_t> on_path_;  // the hashes of the stored states of the path
  bool hides_order_ = false, met_cycle_ = false;
  bool bound_reached_ = false;  // some path was longer than the bound
  // About the state that was entered last: a thread runs, or is blocked, inside an atomic section; the number of
  // threads that are about to free memory.
  bool runs_in_section_ = false, blocked_in_section_ = false;
  uint32_t frees_ = 0;
  const uint64_t first_step_, refinements_, machine_refinements_;  // when the search began
  uint64_t restart_at_ = UINT64_MAX;                               // after a refinement: the step at which it restarts
  static constexpr size_t kCycleTestSpacing = 64;
  static constexpr uint32_t kMostInvisible = 1000;  // the bound of the condition BoundedInvis [section 3.6]
  static constexpr uint64_t kMoreSteps = 1000;
};

bool SelectiveSearch::run(const StepResult& first) {
  if (!begins(first)) return false;
  std::unique_ptr<PathObserver> locks;
  if (options_.checks.discipline && !machine_.merges_steps()) {
    locks = observe_locking();
    locks->after_step(machine_, 0);
  }
  if (!enter(std::move(locks))) return false;
  explore();
  if (selective_.stores_states) result_.stats.store_bytes = store_.memory();
  if (bound_reached_) needed_.bound = 2 * refinement_.bound;  // some execution was longer than the bound
  return result_.stop == Stop::Finished && (needed_ != refinement_ || sets_.is_outdated() || has_learned());
}

// After a refinement the search continues for as many steps as it has taken so far, because it may find further
// refinements.
bool SelectiveSearch::must_restart() {
  if (needed_ != refinement_ || sets_.is_outdated()) return true;
  if (!has_learned()) return false;
  const uint64_t steps = result_.stats.transitions - first_step_;
  if (restart_at_ == UINT64_MAX) restart_at_ = 2 * steps + kMoreSteps;
  return steps >= restart_at_;
}

// Selects the next thread to be explored in the node's state. Returns false if there is none.
bool SelectiveSearch::select(Node& node) {
  if (node.choices != 0) add_to_sleep_set(node);
  const ThreadSet left = node.to_explore & ~node.done & ~node.sleep_set;
  if (left == 0) return false;
  const ThreadSet first = (left & ~node.last) != 0 ? left & ~node.last : left;
  node.thread = next_of(first, node.thread, path_.depth());
  node.choice = 0;
  return_to_top();
  node.choices = machine_.choices(node.thread);
  return true;
}

// All alternatives of the thread have been explored [figure 2: sleep := sleep ∪ {t}].
void SelectiveSearch::add_to_sleep_set(Node& node) {
  const ThreadId t = node.thread;
  node.done |= bit(t);
  node.choices = 0;
  const bool inside = &stack_[node.start] != &node;  // the step is part of a transition that began earlier
  if (!inside && reduces() && selective_.sleep && !in(node.never_asleep, t) && !node.pending[t]->section) {
    node.sleep_set |= bit(t);
    node.sleepers.push_back({t, std::make_shared<const Footprint>(std::move(node.whole))});
  }
  node.whole.clear();
}

bool SelectiveSearch::leave() {
  if (stack_.back().hash) on_path_.erase(on_path_.find(*stack_.back().hash));
  stack_.pop_back();
  at_top_ = false;
  if (!stack_.empty()) step_back();
  return true;
}

void SelectiveSearch::step_back() {
  path_.pop();
  cycles_.shorten(path_.depth());
  if (follows_races()) races_.pop();
}

// Enters a new state at the end of the path. Returns whether the search continues.
bool SelectiveSearch::enter(std::unique_ptr<PathObserver> locks) {
  MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
  const size_t here = stack_.size();
  Node& node = stack_.emplace_back();
  at_top_ = true;
  node.locks = std::move(locks);
  node.start = here;
  compute_pending(node);
  if (here > 0) follow_transition(node);
  note_depth();
  if (!races_here(node)) return false;
  if (!findings_.in_state(machine_, path_.schedule(), ~only(FindingKind::Race))) return false;
  if (selective_.stores_states && node.start == here && !store_state(node)) {
    leave();
    return true;
  }
  if (node.enabled == 0) {
    ++result_.stats.executions;
    return true;
  }
  if (is_too_deep()) {
    leave();
    return true;
  }
  if (std::optional<size_t> earlier = earlier_visit(node)) {
    leave();
    close_cycle(*earlier);
    return true;
  }
  if (selective_.preemptions) bound_preemptions(node);
  node.to_explore = choose(node);
  const ThreadSet awake = node.to_explore & ~node.sleep_set;
  if (std::popcount(awake) > 1 || (awake != 0 && machine_.choices(first_of(awake)) > 1)) path_.save();
  return true;
}

// Computes the pending action of each thread, and the threads that are enabled.
void SelectiveSearch::compute_pending(Node& node) {
  const size_t here = stack_.size() - 1;
  runs_in_section_ = blocked_in_section_ = false;
  frees_ = 0;
  node.pending.resize(machine_.num_threads());
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    if (machine_.status(t) != ThreadStatus::Parked) continue;
    node.pending[t] = is_unchanged(t) ? stack_[here - 1].pending[t] : sets_.pending_of(t);
    const Pending& pending = *node.pending[t];
    const bool enabled = machine_.enabled(t);
    if (enabled) node.enabled |= bit(t);
    if (pending.ends) node.last |= bit(t);
    frees_ += pending.frees;
    if (!machine_.in_atomic_section(t)) continue;
    (enabled || pending.waits_for == WaitsFor::Discarded ? runs_in_section_ : blocked_in_section_) = true;
  }
}

// Whether t's pending action is the same as before the last step: t is not the step's thread, was not blocked, and the
// step has not accessed an object in the footprint of t's action.
bool SelectiveSearch::is_unchanged(ThreadId t) const {
  if (stack_.size() < 2) return false;
  const Node& before = stack_[stack_.size() - 2];
  if (t == before.thread || t >= before.pending.size() || !before.pending[t]) return false;
  const Pending& pending = *before.pending[t];
  if (pending.waits_for != WaitsFor::Nothing || !machine_.enabled(t)) return false;
  for (const Touch& step : before.pending[before.thread]->touches)
    for (const Touch& touch : pending.touches)
      if (step.object >> 32 == touch.object >> 32) return false;
  return true;
}

// Computes the sleep set of a new state, and whether the state is inside a composed transition. A thread that sleeps in
// the first state of the transition that led here sleeps here as well if its own transition is independent of that
// transition so far [figure 2: sleep'].
void SelectiveSearch::follow_transition(Node& node) {
  const size_t here = stack_.size() - 1;
  const Node& before = stack_[here - 1];
  const ThreadId t = before.thread;
  const bool continues = before.start != here - 1 && stack_[before.start].thread == t;
  const size_t start = continues ? before.start : here - 1;
  Node& begin = stack_[start];
  Footprint so_far = continues ? before.so_far : Footprint();
  compose(so_far, before.pending[t]->touches);
  if (selective_.composed && machine_.merges_steps()) compose_merged(so_far, machine_.happened());
  for (const Sleeper& sleeper : begin.sleepers) {
    if (sleeper.thread == t || dependent(*sleeper.transition, so_far)) continue;
    node.sleepers.push_back(sleeper);
    node.sleep_set |= bit(sleeper.thread);
  }
  node.thread = node.by = t;
  node.still_enabled = in(node.enabled, t);
  node.last |= before.last & ~bit(t);
  const bool was_alone = before.to_explore == bit(t) && !before.pending[t]->visible;
  node.invisible = was_alone ? before.invisible + 1 : 0;
  node.preemptions = before.preemptions + (before.still_enabled && t != before.by);
  const bool composes = selective_.composed && reduces() && node.still_enabled && !node.pending[t]->visible &&
                        machine_.choices(t) == 1 && node.invisible < kMostInvisible && !blocked_in_section_;
  if (composes) {
    node.start = start;
    node.so_far = std::move(so_far);
  } else {
    add_alternative(begin.whole, so_far);
  }
}

// A context switch away from an enabled thread is a preemption.
void SelectiveSearch::bound_preemptions(Node& node) {
  if (!node.still_enabled || node.preemptions < *selective_.preemptions || node.enabled == bit(node.by)) return;
  node.enabled = bit(node.by);
  add_omission(result_.incomplete, {Omission::Cause::Preemptions, "", *selective_.preemptions});
}

// The threads to explore: a persistent set (PS in figure 2), or the thread of an invisible action (execInvis).
ThreadSet SelectiveSearch::choose(Node& node) {
  if (!reduces() || runs_in_section_) return node.enabled;
  if (blocked_in_section_) {  // the step that unblocks the section disables all other threads
    node.sleep_set = 0;
    node.sleepers.clear();
    return node.enabled;
  }
  if (&stack_[node.start] != &node) return bit(node.thread);
  if (is_turn_of_another(path_.depth())) return node.enabled;
  if (selective_.invisible_first)
    if (std::optional<ThreadId> t = at_invisible(node)) {
      if (node.invisible < kMostInvisible) return bit(*t);
      node.invisible = 0;
      node.last |= bit(*t);
      return node.enabled;
    }
  if (selective_.persistent && !refinement_.cyclic)
    return sets_.find(node.pending, node.enabled, node.sleep_set) & node.enabled;
  return node.enabled;
}

// An enabled thread whose pending action is invisible, preferably the thread that took the last step.
std::optional<ThreadId> SelectiveSearch::at_invisible(const Node& node) const {
  auto is = [&](ThreadId t) { return in(node.enabled, t) && !node.pending[t]->visible; };
  if (is(node.thread)) return node.thread;
  for (ThreadId t = 0; t < node.pending.size(); ++t)
    if (is(t)) return t;
  return std::nullopt;
}

// Checks the state for races of three cases that happens-before along the path does not show. If two threads free the
// same memory, the second free fails and is no access. If a path ends by closing a cycle, or in a stored state, its
// past is dropped; but if there is a race, two racing accesses are pending in one state (property/race.h).
bool SelectiveSearch::races_here(const Node&) {
  if (frees_ < 2 && !refinement_.cyclic && !selective_.stores_states) return true;
  const bool go_on = findings_.in_state(machine_, path_.schedule(), only(FindingKind::Race));
  hides_order_ |= findings_.take_hides_order();
  return go_on;
}

// Stores the state at the end of the path. Returns whether it is new. If it is on the path, the last step has closed a
// cycle. Then all enabled threads are explored in the state in which the transition of this step began (the cycle
// proviso). So each cycle of the reduced state graph contains a state in which no thread is ignored.
bool SelectiveSearch::store_state(Node& node) {
  std::vector<uint32_t> tuple;
  machine_.states().canonical_state(store_.chunks(), tuple);
  if (node.locks) tuple.push_back(store_.chunks().intern(node.locks->canonical(machine_)));
  const bool is_new = store_.insert(tuple);
  const uint64_t hash = store::hash_of_tuple(tuple);
  result_.stats.states = store_.size();
  if (is_new) {
    on_path_.insert(hash);
    node.hash = hash;
  } else if (on_path_.contains(hash)) {
    met_cycle_ = true;
    Node& source = stack_[stack_[stack_.size() - 2].start];
    if (options_.soundness.cycles) source.to_explore |= source.enabled;
  }
  return is_new;
}

// The earlier position of the current state on the path, if there is one. Tested every kCycleTestSpacing states. When
// the first cycle is found, the search restarts and from then on compares each state with all states before it.
std::optional<size_t> SelectiveSearch::earlier_visit(Node& node) {
  if (!machine_.canonical_form_is_complete() || selective_.stores_states) return std::nullopt;
  if (!refinement_.cyclic && stack_.size() % kCycleTestSpacing != 0) return std::nullopt;
  machine_.states().canonical_state(store_.chunks(), node.tuple);
  if (refinement_.match_pasts) node.tuple.push_back(store_.chunks().intern(races_.canonical(machine_)));
  if (node.locks) node.tuple.push_back(store_.chunks().intern(node.locks->canonical(machine_)));
  if (selective_.preemptions) node.tuple.push_back(node.by);
  // A thread that sleeps in the earlier state, and was not explored there, must sleep in the current state as well:
  // otherwise it would be explored in neither state.
  const auto before = std::find_if(stack_.begin(), stack_.end() - 1, [&](const Node& n) {
    return n.tuple == node.tuple && (n.sleep_set & ~n.done & ~node.sleep_set) == 0;
  });
  if (before == stack_.end() - 1) return std::nullopt;
  needed_.cyclic = true;
  return before - stack_.begin();
}

// Whether the path is longer than the bound of iterative deepening. There is a bound only if canonical forms are
// incomplete. If a path closes a cycle, the stateful search takes over, unless there is a preemption bound: the states
// of that search do not contain the number of preemptions.
bool SelectiveSearch::is_too_deep() {
  if (machine_.canonical_form_is_complete()) return false;
  needed_.match_elsewhere |= machine_.merges_steps() && !selective_.preemptions && cycles_.closes_cycle(path_.depth());
  if (!refinement_.cyclic && path_.depth() >= selective_.long_path) {
    needed_.cyclic = true;
    needed_.bound = selective_.first_bound;
  }
  const bool too_deep = refinement_.bound != 0 && path_.depth() >= refinement_.bound;
  bound_reached_ |= too_deep;
  return too_deep;
}

// The path has closed a cycle. All enabled threads are explored in its states, so that no thread is ignored for ever.
// The future of a state on the cycle is completely explored only when the earlier state is finished. So a thread whose
// step is part of the cycle must not be added to the sleep set there.
void SelectiveSearch::close_cycle(size_t earlier) {
  if (!options_.soundness.cycles) return;
  for (Node& node : stack_) node.to_explore |= node.enabled;
  for (size_t i = earlier; i < stack_.size(); ++i) {
    stack_[i].never_asleep |= bit(stack_[i].thread);
    stack_[stack_[i].start].never_asleep |= bit(stack_[i].thread);
  }
}

// The thread's step in the state with that number has ended the whole execution. So the other threads must be explored
// in that state as well (before an atomic section they are explored anyway). The thread must not be added to the sleep
// set, because no steps of other threads were explored after its step.
void SelectiveSearch::ended(size_t number) {
  if (!options_.soundness.endings) return;
  Node& node = stack_[number];
  node.to_explore |= node.enabled;
  node.never_asleep |= bit(node.thread);
  stack_[node.start].never_asleep |= bit(node.thread);
}

// Takes the next alternative of the explored thread. Returns whether the search continues.
bool SelectiveSearch::follow_next() {
  const size_t here = stack_.size() - 1;
  return_to_top();
  const Decision decision{stack_[here].thread, stack_[here].choice++};
  const ThreadId t = decision.thread;
  sets_.before(*stack_[here].pending[t], machine_.pending(t));
  std::unique_ptr<PathObserver> locks = stack_[here].locks != nullptr ? stack_[here].locks->clone() : nullptr;
  if (locks != nullptr) locks->before_step(machine_, t);
  const StepResult result = step(decision);
  if (machine_.refinements() != machine_refinements_) return false;  // the machine merges fewer actions from now on
  for (const Event& event : machine_.happened())
    if (event.kind == Event::Kind::Create) sets_.created(t, event.other);
  if (!take_races(t)) return false;
  if (locks != nullptr && !findings_.add(locks->after_step(machine_, t), path_.schedule())) return false;
  needed_.no_reduction |= machine_.observations().addresses_as_numbers() || machine_.has().predicates != nullptr;
  if (refinement_.cyclic && !refinement_.match_pasts && options_.checks.race &&
      machine_.observations().observed_without_ordering())
    needed_.match_pasts = needed_.keep_atomics = true;
  if (!findings_.after_step(machine_, result, path_.schedule())) return false;
  if (result.kind == StepResult::Kind::Running) return enter(std::move(locks));
  step_back();
  stack_[here].last |= bit(t);
  ended(here);
  return true;
}

bool SelectiveSearch::take_races(ThreadId t) {
  if (selective_.stores_states) return true;
  std::vector<Finding> races = follows_races() ? races_.push(machine_, t) : machine_.merging().take_races();
  if (follows_races()) needed_.keep_atomics |= races_.mixes();
  if (!options_.checks.race && !machine_.merges_steps()) return true;
  return findings_.add(races, path_.schedule());
}

}  // namespace

SearchResult search_selective(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchRun run(options);
  std::unique_ptr<Machine> machine = make_machine();
  machine->record_events(!machine->merges_steps() || options.selective.composed);
  PersistentSets sets(*machine, {.learns = options.selective.persistent || options.selective.invisible_first});
  SelectiveSearch::BoundedRefinement refinement;
  bool hides_order = false, met_cycle = false;
  for (bool again = true; again;) {
    const StepResult first = machine->reset();
    const uint64_t refinements = machine->refinements();
    sets.begin();
    SelectiveSearch search(*machine, run, sets, refinement);
    again = search.run(first);
    refinement = search.needed();
    hides_order = search.hides_order();
    met_cycle = search.met_cycle();
    if (machine->refinements() != refinements) run.findings.begin_again();
    if (!again) break;
    if (refinement.match_elsewhere) return match_states_instead(make_machine, run);
    // The statistics report states, executions and depth of the last round, and the transitions of all rounds.
    if (options.selective.stores_states) run.result.stats.visited_again += run.result.stats.states;
    run.result.stats.executions = run.result.stats.max_depth = 0;
  }
  add_observations(*machine, run.result);
  const Observations& seen = machine->observations();
  const bool unseen =
      options.selective.stores_states && options.checks.race && (seen.observed_without_ordering() || hides_order);
  if (unseen && !run.is_over()) search_with_order(make_machine, run, seen.reinitialises_objects());
  if (met_cycle && machine->has().control_flow != nullptr && !options.selective.preemptions)
    find_busy_waits(make_machine, run);
  return run.finish();
}

}  // namespace mover
