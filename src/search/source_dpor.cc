// Source-set DPOR [AAJS14, algorithm 1], without stored states: a depth-first search that schedules one thread at a
// time and assumes its step to be independent of all later steps of other threads [EQT06, section 5: procedures Search
// and Successor]. When a later step races with an earlier one, the state before the earlier step is a backtrack point,
// in which another thread is explored as well.
//
// Figure 7 of [EQT06] makes every acquire and every join a scheduling point for all threads (line 25). Here a lock is
// an object like any other, and two acquisitions may race. Pending steps of blocked threads take part in races, so
// deadlocks are found. At a backtrack point it suffices to add one of several threads [FG05, figure 3; AAJS14]. A
// thread in the sleep set is not explored again until a dependent step is taken.
#include <algorithm>
#include <optional>

#include "property/ordering_sets.h"
#include "search/busy_waits.h"
#include "search/cycle_detection.h"
#include "search/dependence.h"
#include "search/refinement.h"
#include "store/state_store.h"

namespace mover {

namespace {

constexpr ThreadId kNoThread = 64;

class SourceDpor final : public DepthFirst {
 public:
  SourceDpor(Machine& machine, SearchRun& run, Refinement refinement, uint64_t refinements)
      : DepthFirst(machine, run),
        refinement_(refinement),
        needed_(refinement),
        refinements_(refinements),
        past_{{}, OrderingSets(locksets_, {.every_pair = true, .keep_atomics = refinement.keep_atomics})},
        cycles_(machine, run.options) {}

  // Returns the refinement that is needed. If it differs from the constructor's argument, the search has stopped and
  // must restart. REQUIRES: the machine was reset, with the result `first`.
  Refinement run(const StepResult& first);

 private:
  // The pending action of a thread.
  struct Parked {
    Footprint next;
    WaitsFor waits_for = WaitsFor::Nothing;
    bool waiting = false;  // Machine::waiting()
    bool section = false;  // the step enters an atomic section, whose footprint is unknown until it is executed
    bool frees = false;
    bool comes_last = false;  // the step ends the execution, or may not terminate
  };

  // A state on the path, and its backtrack set.
  struct Node {
    ThreadSet enabled = 0;
    ThreadSet backtrack_set = 0;
    ThreadSet done = 0;  // explored in all alternatives
    ThreadSet sleep_set = 0;
    ThreadSet on_cycle = 0;            // threads whose steps here are part of a cycle; not added to the sleep set
    ThreadSet last = 0;                // explored last: their steps end the execution, or may not terminate
    ThreadId thread = 0;               // the thread that is explored now
    uint32_t choice = 0, choices = 0;  // its next alternative, and the number of alternatives
    // The last state in which other threads were enabled: this state, or the state before the current atomic section.
    size_t anchor = 0;
    std::vector<std::shared_ptr<const Parked>> parked;  // by thread; null if the thread has none
    Clocks::Clock clocks = 0;                           // the number of clocks when this state was entered
    Clocks::Clock clock = 0;                            // the clock of the step that was taken from this state
    std::vector<uint32_t> tuple;                        // the canonical form; empty if it was not computed
    // The step that led to this state: its events, and the threads that it has woken.
    std::vector<Event> events;
    bool taken_alone = false;  // OrderingSets::was_alone()
    ThreadSet woken = 0;
  };

  // The past of a state: happens-before by dependence, and C11's happens-before. It is kept for the state on top of the
  // stack and for some states below; for the others it is computed by repeating a few steps.
  struct Past {
    DependenceOrder order;
    OrderingSets races;
  };
  struct Kept {
    size_t node = 0;
    Past past;
  };

  bool enter(std::vector<Event> events, ThreadSet woken, ThreadSet sleep_set, ThreadSet last);
  void order_steps(Node& from, const Node& to);
  void keep_past(size_t node);
  void restore_past();
  void find_races(Node& node);
  std::shared_ptr<const Parked> parked_at(ThreadId t) const;
  bool is_unchanged(ThreadId t) const;
  std::optional<size_t> earlier_visit(Node& node);
  bool cannot_match() const { return machine_.merges_steps() && !machine_.canonical_form_is_complete(); }
  bool has_states() const override { return !stack_.empty(); }
  bool select() override { return stack_.back().choice != stack_.back().choices || select(stack_.back()); }
  bool take() override { return follow_next() && needed_ == refinement_; }
  bool leave() override;
  bool follow_next();
  bool select(Node& node);
  void add_backtrack_point(size_t number, ThreadId t, Clocks::Clock before = Clocks::kBeginning);
  void add_missed_timeouts(size_t number, ThreadSet woken);
  void blocked_inside(ThreadId t);
  ThreadSet initials(size_t number, ThreadId t, Clocks::Clock before) const;
  void close_cycle(size_t earlier);
  static ThreadSet sleep_set_after(const Node& node, ThreadId t);

  const Refinement refinement_;
  Refinement needed_;
  const uint64_t refinements_;
  LocksetTable locksets_;
  Clocks clocks_;
  Past past_;  // the past of the state on top of the stack, if past_at_top_
  bool past_at_top_ = true;
  std::vector<Kept> kept_;  // by ascending node; the first element is the initial state
  static constexpr size_t kSpacing = 16, kWideSpacing = 256, kMostKept = 64;
  store::StateStore store_;  // only its chunks are used
  CycleDetection cycles_;
  std::vector<Node> stack_;
  std::vector<const DependenceOrder::Record*> races_;  // scratch
};

Refinement SourceDpor::run(const StepResult& first) {
  past_.races.step(machine_, 0, machine_.happened());
  if (machine_.refinements() != refinements_) return needed_;
  if (begins(first) && enter({}, 0, 0, 0)) explore();
  return needed_;
}

bool SourceDpor::leave() {
  stack_.pop_back();
  if (!stack_.empty()) path_.pop();
  if (!stack_.empty()) cycles_.shorten(stack_.size() - 1);
  at_top_ = past_at_top_ = false;
  return true;
}

// Selects the next thread of the backtrack set. Returns false if there is none.
bool SourceDpor::select(Node& node) {
  if (node.choices != 0) {
    node.done |= bit(node.thread);
    if (!refinement_.no_reduction && !in(node.on_cycle, node.thread)) node.sleep_set |= bit(node.thread);
    node.choices = 0;
  }
  const ThreadSet left = node.backtrack_set & ~node.done & ~node.sleep_set;
  if (left == 0) return false;
  const ThreadSet first = (left & ~node.last) != 0 ? left & ~node.last : left;
  node.thread = in(first, node.thread) ? node.thread : first_of(first);
  node.choice = 0;
  return_to_top();
  node.choices = machine_.choices(node.thread);
  return true;
}

// Enters a new state at the end of the path. Returns whether the search continues.
bool SourceDpor::enter(std::vector<Event> events, ThreadSet woken, ThreadSet sleep_set, ThreadSet last) {
  MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
  const size_t here = stack_.size();
  Node& node = stack_.emplace_back();
  at_top_ = true;
  node.events = std::move(events);
  node.taken_alone = here > 0 && OrderingSets::was_alone(machine_, stack_[here - 1].thread, node.events);
  node.woken = woken;
  if (here > 0) order_steps(stack_[here - 1], node);
  node.sleep_set = sleep_set;
  node.last = last;
  node.parked.resize(machine_.num_threads());
  bool alone = false;  // a thread is in an atomic section
  uint32_t frees = 0;
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    if (machine_.status(t) != ThreadStatus::Parked) continue;
    node.parked[t] = is_unchanged(t) ? stack_[here - 1].parked[t] : parked_at(t);
    const Parked& parked = *node.parked[t];
    const bool enabled = machine_.enabled(t);
    if (enabled) node.enabled |= bit(t);
    if (parked.comes_last) node.last |= bit(t);
    frees += parked.frees;
    if (!machine_.in_atomic_section(t)) continue;
    alone |= enabled || parked.waits_for == WaitsFor::Discarded;
    if (!enabled && here > 0 && stack_[here - 1].thread == t) blocked_inside(t);
  }
  node.clocks = clocks_.size();
  keep_past(here);
  node.anchor = alone && here > 0 ? stack_[here - 1].anchor : here;
  note_depth();
  find_races(node);
  // If two threads free the same memory, the second free fails and is no access. If a path ends by closing a cycle, its
  // past is dropped; but if there is a race, two racing accesses are pending in one state (property/race.h). If this
  // does not hold for the program, the past is part of the state (Refinement::match_pasts).
  if ((frees >= 2 || refinement_.cyclic) && !findings_.in_state(machine_, path_.schedule(), only(FindingKind::Race)))
    return false;
  if (!findings_.in_state(machine_, path_.schedule(), ~only(FindingKind::Race))) return false;
  if (node.enabled == 0) {
    ++result_.stats.executions;
    if (alone)
      add_backtrack_point(here, kNoThread);  // in the section, an assumption is false, which ends the execution
    return true;
  }
  needed_.match_elsewhere |= cannot_match() && cycles_.closes_cycle(here);
  // The future of a revisited state is explored from its earlier visit.
  if (std::optional<size_t> earlier = earlier_visit(node)) {
    stack_.pop_back();
    path_.pop();
    at_top_ = past_at_top_ = false;
    close_cycle(*earlier);
    return true;
  }
  path_.save();
  // The thread that took the last step continues [EQT06, figure 7, line 35].
  if (path_.depth() > 0) node.thread = path_.schedule().back().thread;
  ThreadSet awake = node.enabled & ~node.sleep_set;
  if ((awake & ~node.last) != 0) awake &= ~node.last;
  if (awake == 0) return true;  // the executions from this state have been explored in another order
  node.backtrack_set = refinement_.no_reduction ? node.enabled : bit(next_of(awake, node.thread, path_.depth()));
  return true;
}

std::shared_ptr<const SourceDpor::Parked> SourceDpor::parked_at(ThreadId t) const {
  auto parked = std::make_shared<Parked>();
  const Action action = machine_.pending(t);
  parked->next = footprint(machine_, t, action);
  parked->waits_for = action.waits_for;
  parked->waiting = machine_.waiting(t);
  parked->section = action.kind == ActionKind::Sync && action.sync == ir::SyncOp::AtomicBegin;
  parked->frees = action.kind == ActionKind::Free;
  parked->comes_last = action.kind == ActionKind::Exit || action.kind == ActionKind::Local;
  return parked;
}

// Whether t's pending action is the same as before the last step: t is not the step's thread, was not blocked, and the
// step has not accessed an object in the footprint of t's action.
bool SourceDpor::is_unchanged(ThreadId t) const {
  if (stack_.size() < 2) return false;
  const Node& before = stack_[stack_.size() - 2];
  if (t == before.thread || t >= before.parked.size() || !before.parked[t]) return false;
  const Parked& parked = *before.parked[t];
  if (parked.waiting || parked.waits_for != WaitsFor::Nothing || !machine_.enabled(t)) return false;
  for (const Touch& step : before.parked[before.thread]->next)
    for (const Touch& touch : parked.next)
      if (step.object >> 32 == touch.object >> 32) return false;
  return true;
}

// Adds the happens-before edges of the step from one state to the next.
void SourceDpor::order_steps(Node& from, const Node& to) {
  const auto number = static_cast<size_t>(&from - stack_.data());
  Footprint step = from.parked[from.thread]->next;
  if (machine_.merges_steps()) {  // the merged actions of the step were not known before it was executed
    for (const Event& event : to.events)
      if (event.kind == Event::Kind::Release || event.kind == Event::Kind::End)
        step.push_back({event.shared ? Touch::Kind::ReleaseShared : Touch::Kind::Release, event.object});
  }
  past_.order.execute(clocks_, from.thread, step, number);
  from.clock = past_.order.clock(from.thread);
  for (const Event& event : to.events)
    if (event.kind == Event::Kind::Create)
      past_.order.begins(event.other), past_.order.precedes(clocks_, from.thread, event.other);
  for_each(to.woken, [&](ThreadId t) { past_.order.precedes(clocks_, from.thread, t); });
}

// Keeps the past of every kSpacing-th state, and of every kWideSpacing-th state further up the path.
void SourceDpor::keep_past(size_t node) {
  if (node % kSpacing != 0) return;
  kept_.push_back({node, past_});
  if (kept_.size() % kMostKept == 0)
    kept_.erase(std::remove_if(kept_.begin() + 1, kept_.end() - kMostKept / 2,
                               [](const Kept& kept) { return kept.node % kWideSpacing != 0; }),
                kept_.end() - kMostKept / 2);
}

void SourceDpor::restore_past() {
  if (past_at_top_) return;
  past_at_top_ = true;
  const size_t top = stack_.size() - 1;
  while (kept_.back().node > top) kept_.pop_back();
  size_t node = kept_.back().node;
  past_ = kept_.back().past;
  clocks_.shrink_to(stack_[node].clocks);
  for (; node < top; ++node) {
    past_.races.repeat(stack_[node].thread, stack_[node + 1].events, stack_[node + 1].taken_alone);
    order_steps(stack_[node], stack_[node + 1]);
    keep_past(node + 1);
  }
}

// Examines the races of the last step with the pending steps of other threads, and the races of its thread's new
// pending step.
void SourceDpor::find_races(Node& node) {
  if (path_.depth() == 0) return;
  const size_t before = stack_.size() - 2;
  const ThreadId moved = stack_[before].thread;
  const Footprint& step = stack_[before].parked[moved]->next;
  for (ThreadId t = 0; t < node.parked.size(); ++t) {
    if (!node.parked[t] || node.parked[t]->next.empty()) continue;
    const Footprint& next = node.parked[t]->next;
    const bool known = t != moved && t < stack_[before].parked.size() && stack_[before].parked[t] &&
                       stack_[before].parked[t]->next == next;
    if (known) {
      if (may_race(step, next)) add_backtrack_point(before, t, past_.order.clock(t));
    } else if (const DependenceOrder::Record* earlier = past_.order.latest_race(clocks_, t, next)) {
      add_backtrack_point(earlier->number, t, past_.order.clock(t));
    }
  }
}

// The earlier position of the current state on the path, if there is one. Before the first cycle is found, few states
// are compared (CycleDetection). Then the search restarts, and compares each state with all states before it.
std::optional<size_t> SourceDpor::earlier_visit(Node& node) {
  if (!machine_.canonical_form_is_complete()) return std::nullopt;
  if (!refinement_.cyclic) {
    needed_.cyclic |= cycles_.closes_cycle(stack_.size() - 1);
    return std::nullopt;
  }
  machine_.states().canonical_state(store_.chunks(), node.tuple);
  if (refinement_.match_pasts) node.tuple.push_back(store_.chunks().intern(past_.races.canonical(machine_)));
  // A thread that sleeps in the earlier state, and was not explored there, must sleep in the current state as well:
  // otherwise it would be explored in neither state.
  const auto before = std::find_if(stack_.begin(), stack_.end() - 1, [&](const Node& n) {
    return n.tuple == node.tuple && (n.sleep_set & ~n.done & ~node.sleep_set) == 0;
  });
  if (before == stack_.end() - 1) return std::nullopt;
  return before - stack_.begin();
}

// The step with that number races with t's pending step. To reverse the race, the steps that happen-before t's step
// (they are in the clock `before`) and then t's step are executed in the state before the earlier step. It suffices to
// add one initial of that sequence to the backtrack set [AAJS14: source sets]; an initial in the sleep set has been
// explored. (The initial need not be t: if t's step depends on steps of other threads, exploring t first does not
// reverse the race.) kNoThread: all enabled threads are added.
void SourceDpor::add_backtrack_point(size_t number, ThreadId t, Clocks::Clock before) {
  Node& node = stack_[stack_[number].anchor];
  const bool known = t != kNoThread && stack_[number].anchor == number;
  const ThreadSet first = known ? initials(number, t, before) & node.enabled : 0;
  if ((first & (node.backtrack_set | node.sleep_set)) != 0) return;
  node.backtrack_set |= first == 0 ? node.enabled : in(first, t) ? bit(t) : bit(first_of(first));
}

// Adds the threads that the step from that state has woken and whose timeouts were enabled there. No later step of the
// execution is the timeout, so no race shows that the wake-up and the timeout are dependent.
void SourceDpor::add_missed_timeouts(size_t number, ThreadSet woken) {
  const ThreadSet timed_out = woken & stack_[number].enabled;
  if (timed_out == 0) return;
  Node& node = stack_[stack_[number].anchor];
  node.backtrack_set |= stack_[number].anchor == number ? timed_out : node.enabled;
}

// t is blocked inside an atomic section. Other threads run until t is enabled; t's next step disables them again. So
// their next steps are dependent on the beginning of the section, and all threads are explored there.
void SourceDpor::blocked_inside(ThreadId t) {
  size_t begin = stack_.size() - 2;
  while (begin > 0 && !(stack_[begin].thread == t && stack_[begin].parked[t]->section)) --begin;
  add_backtrack_point(begin, kNoThread);
}

// The initials of the sequence of steps after that state that happen-before t's pending step (they are in the clock
// `before`), followed by t's step: the threads whose first step in the sequence depends on no other step of it.
ThreadSet SourceDpor::initials(size_t number, ThreadId t, Clocks::Clock before) const {
  ThreadSet result = 0, seen = 0;
  for (size_t i = number + 1; i < stack_.size(); ++i) {
    const ThreadId u = stack_[i].thread;
    if (in(seen, u) || !clocks_.contains(before, u, i)) continue;
    seen |= bit(u);
    if ((clocks_.threads_after(stack_[i].clock, number) & ~bit(u)) == 0) result |= bit(u);
  }
  if (!in(seen, t) && clocks_.threads_after(before, number) == 0) result |= bit(t);
  return result;
}

// The path has closed a cycle. All enabled threads are explored in its states, so that no thread is ignored for ever.
// The future of a state on the cycle is completely explored only when the earlier state is finished. So a thread whose
// step is part of the cycle must not be added to the sleep set there.
void SourceDpor::close_cycle(size_t earlier) {
  for (Node& node : stack_) node.backtrack_set |= node.enabled;
  for (size_t i = earlier; i < stack_.size(); ++i) stack_[i].on_cycle |= bit(stack_[i].thread);
}

// The sleep set after the step of t: the sleeping threads whose steps are independent of it.
ThreadSet SourceDpor::sleep_set_after(const Node& node, ThreadId t) {
  ThreadSet result = 0;
  for_each(node.sleep_set & ~bit(t), [&](ThreadId u) {
    if (!node.parked[u]->section && !dependent(node.parked[u]->next, node.parked[t]->next)) result |= bit(u);
  });
  return result;
}

// Takes the next alternative of the explored thread. Returns whether the search continues.
bool SourceDpor::follow_next() {
  const size_t here = stack_.size() - 1;
  return_to_top();
  restore_past();
  const Decision decision{stack_[here].thread, stack_[here].choice++};
  const ThreadId t = decision.thread;
  // The races of this step were examined when it became pending. By now more steps may happen-before it, so the
  // sequences that reverse the races may have other initials.
  const Footprint& next = stack_[here].parked[t]->next;
  past_.order.racing(clocks_, t, next, races_);
  const Clocks::Clock clocks = clocks_.size();
  for (const DependenceOrder::Record* earlier : races_)
    add_backtrack_point(earlier->number, t, past_.order.without(clocks_, *earlier, t, next));
  clocks_.shrink_to(clocks);
  const StepResult result = step(decision);
  past_at_top_ = false;
  const bool running = result.kind == StepResult::Kind::Running;
  if (machine_.refinements() != refinements_) return false;
  if (options_.checks.race || machine_.merges_steps()) {
    const std::vector<Finding> races =
        machine_.merges_steps() ? machine_.merging().take_races() : past_.races.step(machine_, t, machine_.happened());
    if (!findings_.add(races, path_.schedule())) return false;
  }
  needed_.keep_atomics |= past_.races.mixes();
  needed_.no_reduction |= machine_.observations().addresses_as_numbers();
  if (refinement_.cyclic && !refinement_.match_pasts && options_.checks.race &&
      machine_.observations().observed_without_ordering())
    needed_.match_pasts = needed_.keep_atomics = true;
  if (!findings_.after_step(machine_, result, path_.schedule())) return false;
  if (!running) {
    // The step has ended the whole execution, so the other threads must be explored in this state as well.
    path_.pop();
    stack_[here].last |= bit(t);
    add_backtrack_point(here, kNoThread);
    return true;
  }
  const Node& node = stack_[here];
  ThreadSet woken = 0;
  for (ThreadId u = 0; u < node.parked.size(); ++u) {
    if (u != t && node.parked[u] && node.parked[u]->waiting && !machine_.waiting(u)) woken |= bit(u);
  }
  add_missed_timeouts(here, woken);
  past_at_top_ = true;
  return enter(machine_.happened(), woken, sleep_set_after(node, t), node.last & ~bit(t));
}

}  // namespace

SearchResult search_source_dpor(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchRun run(options);
  Refinement refinement;
  bool shows_loops = false;
  for (bool again = true; again;) {
    std::unique_ptr<Machine> machine = make_machine();
    shows_loops = machine->has().control_flow != nullptr;
    machine->record_events(true);
    const uint64_t refinements = machine->refinements();
    StepResult first = machine->reset();
    const Refinement needed = SourceDpor(*machine, run, refinement, refinements).run(first);
    if (needed.match_elsewhere && !run.is_over()) return match_states_instead(make_machine, run);
    again = (needed != refinement || machine->refinements() != refinements) && !run.is_over();
    refinement = needed;
    if (machine->refinements() != refinements) run.findings.begin_again();
    if (again)
      run.result.stats = {};
    else
      add_observations(*machine, run.result);
  }
  if (refinement.cyclic && shows_loops) find_busy_waits(make_machine, run);
  return run.finish();
}

}  // namespace mover
