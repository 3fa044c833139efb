// Optimal dynamic partial-order reduction [AAJS14, algorithm 2; JACM 64(4), 2017]: a depth-first search without stored
// states that explores exactly one execution of each Mazurkiewicz trace, and begins no other. When a step e' races with
// an earlier step e, let v be the sequence of the steps that e' depends on and that do not depend on e, followed by e'.
// Then v is inserted into the wakeup tree of the state before e, unless a thread in the sleep set of that state is a
// weak initial of v, because then the reversal has been explored.
//
// Departures from the paper, all justified in docs/stateless.md:
// - Races are examined when the later step is taken, not at the end of the execution, unless they must be deferred
//   (struct Deferred).
// - When two acquisitions are reversed, the releases between them are left out.
// - Pending steps of threads that are blocked at the end of the execution take part in races.
// - Steps that end the execution are scheduled last.
// - An atomic section is one step for other threads. If a step inside the section races, all threads are explored in
//   the state before the section.
#include "search/optimal_dpor.h"

#include "support/check.h"

namespace mover {

namespace {

// Whether the number of alternatives of this operation depends on other threads.
bool alternatives_vary(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::CondSignal:
    case ir::SyncOp::CondTimedWait:
    case ir::SyncOp::CondWait:
    case ir::SyncOp::WordWake:
    case ir::SyncOp::WordTimedWait:
    case ir::SyncOp::WordWait:
      return true;
    default:
      return false;
  }
}

// Whether the thread is scheduled last: its step ends the execution, may not terminate, or is a join. If steps are
// merged, one join step joins all threads that have ended before it.
bool comes_last(const Action& action) {
  return action.kind == ActionKind::Exit || action.kind == ActionKind::Local ||
         (action.kind == ActionKind::Sync && action.sync == ir::SyncOp::ThreadJoin);
}

bool can_block(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::MutexLock:
    case ir::SyncOp::SpinLock:
    case ir::SyncOp::RwRdLock:
    case ir::SyncOp::RwWrLock:
    case ir::SyncOp::SemWait:
    case ir::SyncOp::OnceBegin:
    case ir::SyncOp::ThreadJoin:
      return true;
    default:
      return false;
  }
}

}  // namespace

Needs OptimalDpor::run(const StepResult& first) {
  if (!begins(first)) return needs_;
  stack_.emplace_back();
  for (ThreadId t = 0; t < machine_.num_threads(); ++t)
    if (machine_.status(t) == ThreadStatus::Parked) update_pending_of(t);
  if (enter()) explore();
  return needs_;
}

// ---- scheduling

bool OptimalDpor::select_thread() {
  for (;;) {
    Node& node = stack_.back();
    if (node.choices != 0) {
      while (node.choice < node.choices && asleep(top(), node.thread, node.choice)) ++node.choice;
      if (node.choice < node.choices) return true;
      finish_thread();
    }
    if (!node.tree.empty()) {
      restore_top();
      const ThreadId t = forest_.front(node.tree).thread;
      const uint32_t choice = forest_.front(node.tree).choice;
      WakeupForest::Tree rest = forest_.pop_front(node.tree);
      // The thread may be blocked here: it is not known beforehand whether, for example, a semaphore wait needs the
      // last post.
      if (!begin_thread(t, choice, rest)) forest_.drop(rest);
      continue;
    }
    if (node.covered) return false;
    const ThreadSet all = candidates();
    if (all == 0) {
      result_.stats.redundant += node.enabled != 0 && node.failed == 0;
      return false;
    }
    restore_top();
    begin_thread(best_of(all), kEveryChoice, {});
  }
}

// The threads to choose from if the wakeup tree is empty.
ThreadSet OptimalDpor::candidates() const {
  const Node& node = stack_.back();
  ThreadSet all = node.enabled & ~node.failed;
  for (const Sleeper& s : sleepers(top()))
    if (s.choice == kEveryChoice) all &= ~bit(s.thread);
  return (all & node.first) != 0 ? all & node.first : (all & ~node.last) != 0 ? all & ~node.last : all;
}

// The exploration order does not change the set of explored traces, but it changes the number of steps [LKMA10]. States
// with several branches should be deep on the path, with few steps after them. So the search prefers a step on objects
// without races so far, and otherwise the step that is dependent on the latest past step, so that one race is decided
// before the next one begins.
ThreadId OptimalDpor::best_of(ThreadSet all) {
  if (options_.seed != 0) return any_of(all, random_);
  auto quiet = [&](ThreadId t) {
    const std::span<const Touch> next = touches(parked(t));
    return std::none_of(next.begin(), next.end(),
                        [&](const Touch& touch) { return racing_objects_.contains(touch.object); });
  };
  const ThreadId moved = path_.depth() > 0 ? path_.schedule().back().thread : 0;
  ThreadId best = in(all, moved) ? moved : first_of(all);
  if (quiet(best)) return best;
  uint32_t latest = 0;
  for (ThreadSet left = all; left != 0; left &= left - 1) {
    const ThreadId t = first_of(left);
    if (quiet(t)) return t;
    order_.sources(t, touches(parked(t)), order_.size(), sources_);
    for (const PathOrder::Source& source : sources_)
      if (source.step >= latest) latest = source.step + 1, best = t;
  }
  return best;
}

bool OptimalDpor::begin_thread(ThreadId t, uint32_t choice, WakeupForest::Tree rest) {
  Node& node = stack_.back();
  if (!in(node.enabled & ~node.failed, t) || asleep(top(), t, choice)) return false;
  const uint32_t choices = machine_.choices(t);
  if (choice != kEveryChoice && choice >= choices) return false;
  node.every = choice == kEveryChoice || choices == 1;
  node.thread = t;
  node.choice = choice == kEveryChoice ? 0 : choice;
  node.choices = choice == kEveryChoice ? choices : choice + 1;
  node.several = choices > 1;
  needs_.alternatives |= node.several;
  node.rest = rest;
  node.ended = false;
  if (choices > 1) path_.save();
  return true;
}

void OptimalDpor::finish_thread() {
  Node& node = stack_.back();
  if (node.ended) {
    node.failed |= bit(node.thread);
    node.last |= bit(node.thread);
  } else {
    node.covered = true;
    sleepers_.push_back({node.thread, node.every ? kEveryChoice : node.choices - 1});
  }
  node.choices = 0;
}

bool OptimalDpor::leave() {
  const Node& node = stack_.back();
  for (size_t i = node.first_parked; i < parked_.size(); ++i) versions_[parked_[i].thread].pop_back();
  parked_.resize(node.first_parked);
  sleepers_.resize(node.first_sleeper);
  stack_.pop_back();
  at_top_ = false;
  if (!stack_.empty()) path_.pop();
  return true;
}

void OptimalDpor::restore_top() {
  if (at_top_) return;
  return_to_top();
  order_.back_to(stack_.back().mark);
  while (!deferred_.empty() && deferred_.back().later >= top()) deferred_.pop_back();
  cycles_.shorten(top());
  fresh_ = std::min(fresh_, top());
  if (races_) races_->back_to(top());
}

// ---- steps

// Takes the next alternative of the explored thread. Returns whether the search continues.
bool OptimalDpor::follow_next() {
  if (needs_ != known_) return true;
  restore_top();
  const ThreadId t = stack_.back().thread;
  const uint32_t choice = stack_.back().choice++;
  const Parked at = parked(t);
  order_.sources(t, touches(at), order_.size(), sources_);
  find_races(t, at, sources_, {}, false);
  const StepResult result = step({t, choice});
  if (merges_) needs_.refinements = machine_.refinements();
  needs_.other_search |= machine_.observations().addresses_as_numbers();
  if (needs_ != known_) return true;
  if (!report_races() || !findings_.after_step(machine_, result, path_.schedule())) return false;
  if (needs_ != known_) return true;
  if (result.kind != StepResult::Kind::Running) {
    // The step has ended the whole execution, so the other threads must be explored in this state as well.
    path_.pop();
    stack_.back().ended = true;
    if (stack_.back().anchor != top()) add_all_threads(stack_.back().anchor);
    while (!deferred_.empty() && deferred_.back().later >= top()) deferred_.pop_back();
    find_races(t, at, sources_, {}, true);
    return end_of_execution();
  }
  order_.execute(t, choice, stack_.back().several, at.section, sources_);
  const uint64_t objects = record_footprint(at);
  Node& node = stack_.emplace_back();
  Node& before = stack_[stack_.size() - 2];
  node.tree = std::exchange(before.rest, {});
  node.first_parked = static_cast<uint32_t>(parked_.size());
  node.parked_threads = before.parked_threads;
  node.freeing = before.freeing;
  node.first = before.first & ~bit(t);
  node.last = before.last & ~bit(t);
  compute_sleep_set(before, node, t);
  update_pending(t, objects);
  return enter();
}

// Records the footprint of the last step. If steps are merged, the events of the step add to its footprint. Returns the
// Bloom filter of the accessed objects.
uint64_t OptimalDpor::record_footprint(const Parked& at) {
  const ThreadId t = order_.step(order_.size() - 1).thread;
  if (!merges_) {
    order_.touch(at.first_touch, at.num_touches, 0);
    return at.objects;
  }
  std::vector<Touch>& all = order_.touches();
  const auto first = static_cast<uint32_t>(all.size());
  uint64_t objects = at.objects;
  for_each_synchronisation(machine_, t, machine_.happened(), [&](const Touch& touch) {
    for (uint32_t i = at.first_touch; i < at.first_touch + at.num_touches; ++i)
      if (all[i] == touch || covers(all[i], touch)) return;
    all.push_back(touch);
    objects |= objects_of(touch);
  });
  const auto more = static_cast<uint32_t>(all.size()) - first;
  if (more == 0) {
    order_.touch(at.first_touch, at.num_touches, 0);
    return objects;
  }
  for (uint32_t i = 0; i < at.num_touches; ++i) all.push_back(Touch(all[at.first_touch + i]));
  order_.touch(first, more + at.num_touches, more);
  return objects;
}

// The sleep set of the successor: the sleeping threads whose steps are independent of the step just taken.
void OptimalDpor::compute_sleep_set(const Node& before, Node& node, ThreadId moved) {
  const size_t end = sleepers_.size();
  node.first_sleeper = static_cast<uint32_t>(end);
  const std::span<const Touch> step = order_.touches(order_.step(order_.size() - 1));
  for (size_t i = before.first_sleeper; i < end; ++i) {
    const Sleeper s = sleepers_[i];
    if (s.thread == moved || parked(s.thread).section || dependent(touches(parked(s.thread)), step)) continue;
    sleepers_.push_back(s);
  }
}

uint64_t OptimalDpor::objects_of(const Touch& touch) const {
  const uint64_t first = touch.object >> object_bits_, last = (touch.object + touch.size - 1) >> object_bits_;
  if (last - first > 8) return UINT64_MAX;
  uint64_t set = 0;
  for (uint64_t i = first; i <= last; ++i) set |= 1ull << (i * 0x9e3779b97f4a7c15ull >> 58);
  return set;
}

void OptimalDpor::update_pending_of(ThreadId t) {
  Node& node = stack_.back();
  Parked at;
  at.since = top();
  at.first_touch = static_cast<uint32_t>(order_.touches().size());
  at.thread = static_cast<uint8_t>(t);
  node.parked_threads &= ~bit(t);
  node.freeing &= ~bit(t);
  node.enabled &= ~bit(t);
  if (machine_.status(t) == ThreadStatus::Parked) {
    const Action action = machine_.pending(t);
    add_footprint(machine_, t, action, accesses_, order_.touches());
    at.num_touches = static_cast<uint32_t>(order_.touches().size()) - at.first_touch;
    for (const Touch& touch : touches(at)) at.objects |= objects_of(touch);
    at.waits_for = action.waits_for;
    at.waiting = machine_.waiting(t);
    at.section = action.kind == ActionKind::Sync && action.sync == ir::SyncOp::AtomicBegin;
    at.can_block = !action.enabled || (action.kind == ActionKind::Sync && can_block(action.sync)) ||
                   (action.kind == ActionKind::Access && action.object != 0);  // an access to a channel such as a pipe
    at.several = action.choices > 1 || (action.kind == ActionKind::Sync && alternatives_vary(action.sync));
    node.parked_threads |= bit(t);
    if (action.enabled) node.enabled |= bit(t);
    if (action.kind == ActionKind::Start) node.first |= bit(t);
    if (comes_last(action)) node.last |= bit(t);
    if (action.kind == ActionKind::Free) node.freeing |= bit(t);
    sections_ |= at.section;
  }
  versions_[t].push_back(static_cast<uint32_t>(parked_.size()));
  parked_.push_back(at);
}

// Updates the pending actions that the last step may have changed: the actions of its own thread, of threads that it
// has created, and of threads whose pending actions access an object of its footprint. The step happens-before all
// later steps of the threads that it has woken.
void OptimalDpor::update_pending(ThreadId moved, uint64_t objects) {
  MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
  update_pending_of(moved);
  const ThreadSet others = stack_.back().parked_threads & ~bit(moved);
  for (const Event& event : machine_.happened()) {
    if (event.kind != Event::Kind::Create) continue;
    order_.precedes(event.other, true);
    update_pending_of(event.other);
  }
  const ThreadSet was_enabled = stack_[stack_.size() - 2].enabled;
  const PathOrder::Step& step = order_.step(order_.size() - 1);
  for_each(others, [&](ThreadId t) {
    const Parked& at = parked(t);
    if ((at.objects & objects) == 0 || !overlap(touches(at), order_.touches(step))) {
      const bool always = in(was_enabled, t) && !at.can_block && !sections_;
      const bool enabled = always || machine_.enabled(t);
      if (enabled) stack_.back().enabled |= bit(t);
      if (enabled == in(was_enabled, t)) return;
    }
    const Parked before = at;
    update_pending_of(t);
    if (!before.waiting || parked(t).waiting) return;
    woke_ = true;
    order_.precedes(t, false);
    if (in(was_enabled, t)) add_missed_timeout(t, before);
  });
}

// Enters a new state at the end of the path and computes its pending actions. Returns whether the search continues.
bool OptimalDpor::enter() {
  Node& node = stack_.back();
  at_top_ = true;
  const bool inside = sections_ && is_in_section(node);
  if (sections_ && path_.depth() > 0) add_blocked_section(path_.schedule().back().thread);
  node.anchor = inside && stack_.size() > 1 ? stack_[stack_.size() - 2].anchor : top();
  node.mark = order_.mark();
  note_depth();
  // If two threads free the same memory, the second free fails and is no access.
  const bool several_free = races_ && (node.freeing & (node.freeing - 1)) != 0;
  if (several_free && !findings_.in_state(machine_, path_.schedule(), only(FindingKind::Race))) return false;
  const KindSet others = ~only(FindingKind::Race);
  if (!findings_.in_state(machine_, path_.schedule(),
                          may_have_blocked(node) ? others : others & ~only(FindingKind::Deadlock)))
    return false;
  if (node.enabled == 0) {
    ++result_.stats.executions;
    if (inside) add_all_threads(node.anchor);  // inside the section, an assumption is false, which ends the execution
    return end_of_execution();
  }
  if (cycles_.closes_cycle(top())) needs_.other_search = true;
  if ((node.enabled & (node.enabled - 1)) != 0) path_.save();
  return true;
}

// A state can be a new deadlock only if the last step has blocked its thread, ended it while it held a lock, or woken a
// thread that must reacquire its mutex.
bool OptimalDpor::may_have_blocked(const Node& node) {
  const bool woke = std::exchange(woke_, false);
  return woke || path_.depth() == 0 || !in(node.enabled, path_.schedule().back().thread);
}

// Whether a thread is in an atomic section, so that the other threads are disabled.
bool OptimalDpor::is_in_section(const Node& node) const {
  bool inside = false;
  for_each(node.parked_threads, [&](ThreadId t) {
    inside |= machine_.in_atomic_section(t) && (in(node.enabled, t) || parked(t).waits_for == WaitsFor::Discarded);
  });
  return inside;
}

bool OptimalDpor::report_races() {
  if (merges_) return findings_.add(machine_.merging().take_races(), path_.schedule());
  if (!races_) return true;
  const bool goes_on = findings_.add(races_->push(machine_, stack_.back().thread), path_.schedule());
  needs_.keep_atomics |= races_->mixes();
  return goes_on;
}

// The search that takes over if the state space is cyclic or the program computes with schedule-dependent addresses.
static SearchResult fall_back(const MachineFactory& make_machine, SearchRun& run, bool merges_steps) {
  return merges_steps ? match_states_instead(make_machine, run) : search_source_dpor(make_machine, rest_of(run));
}

SearchResult search_optimal_dpor(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchRun run(options);
  std::unique_ptr<Machine> machine = make_machine();
  machine->record_events(!machine->merges_steps());
  for (Needs known;;) {
    StepResult first;
    do {
      known.refinements = machine->refinements();
      first = machine->reset();
    } while (machine->refinements() != known.refinements);
    const Needs needs = OptimalDpor(*machine, run, known).run(first);
    if (needs == known || run.is_over()) break;
    if (needs.other_search) return fall_back(make_machine, run, machine->merges_steps());
    if (needs.refinements != known.refinements) run.findings.begin_again();
    known = needs;
    run.result.stats = {};
  }
  add_observations(*machine, run.result);
  return run.finish();
}

}  // namespace mover
