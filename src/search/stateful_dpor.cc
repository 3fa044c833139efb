// DPOR with stored states [EQT06, figure 7; YCGK08].
#include "search/stateful_dpor.h"

#include <algorithm>
#include <bit>

#include "support/check.h"

namespace mover {

namespace {

// The statuses of threads that a synchronisation step may change.
struct Statuses {
  ThreadSet parked = 0;
  ThreadSet waiting = 0;       // Machine::waiting()
  ThreadSet can_time_out = 0;  // waiting threads whose timeouts are enabled
};

Statuses statuses_in(const Machine& machine) {
  Statuses all;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    all.parked |= bit(t);
    if (!machine.waiting(t)) continue;
    all.waiting |= bit(t);
    if (machine.enabled(t)) all.can_time_out |= bit(t);
  }
  return all;
}

}  // namespace

StatefulDpor::StatefulDpor(Machine& machine, Assumptions assumptions, DependentThreads& dependent_threads,
                           const SoundnessRules& soundness, uint64_t seed)
    : machine_(machine),
      assumed_(assumptions),
      assumptions_(assumptions),
      dependent_(dependent_threads),
      soundness_(soundness),
      random_(seed),
      matching_(machine) {
  machine_.names().watch_globals(assumed_.globals);
}

// Whether the current state, whose form was computed last, equals the known one only if threads are permuted.
bool StatefulDpor::is_permuted(State known) const {
  const std::span<const ThreadId> now = machine_.states().canonical_threads();
  return !now.empty() &&
         !std::equal(now.begin(), now.end(), permutation_of_[known]->begin(), permutation_of_[known]->end());
}

// The future of a known state, as it is in the current state.
StatefulDpor::Future StatefulDpor::permuted(const Future& future, State known) {
  const std::span<const ThreadId> now = machine_.states().canonical_threads();
  const std::vector<ThreadId>& then = *permutation_of_[known];
  std::vector<ThreadId> at(now.size()), renaming(then.size());
  for (ThreadId t = 0; t < now.size(); ++t) at[now[t]] = t;
  for (ThreadId t = 0; t < then.size(); ++t) renaming[t] = at[then[t]];
  Future result;
  result.reads = future.reads;
  result.touched.resize(std::max(future.touched.size(), renaming.size()));
  for (ThreadId t = 0; t < future.touched.size(); ++t) {
    NumberSet& touched = result.touched[t < renaming.size() ? renaming[t] : t];
    future.touched[t].for_each([&](uint32_t number) { touched.add(table_.renamed(number, renaming)); });
  }
  return result;
}

void StatefulDpor::add_state(State state, const std::vector<uint32_t>& tuple) {
  if (assumed_.globals) matching_.add(state, tuple);
  const std::span<const ThreadId> now = machine_.states().canonical_threads();
  permutation_of_.push_back(&permutations_.try_emplace({now.begin(), now.end()}, 0).first->first);
}

std::optional<StatefulDpor::State> StatefulDpor::look_up(const std::vector<uint32_t>& form) {
  std::vector<uint32_t> tuple = form;
  std::optional<State> known = states_.find(tuple);
  // The future of a state on the path, or of one whose future contains such a state, is known only as far as it was
  // explored. So the state is told apart from its permutations, as if there was no symmetry.
  if (State state = known.value_or(0); known && is_permuted(state) && known_future(state) == nullptr) {
    const std::span<const ThreadId> now = machine_.states().canonical_threads();
    tuple.push_back(states_.chunks().intern({reinterpret_cast<const char*>(now.data()), now.size_bytes()}));
    known = states_.find(tuple);
  }
  if (!known && assumed_.globals) {
    known = matching_.find(tuple, states_, [&](State state) {
      const Future* future = known_future(state);
      static const NumberSet nowhere;
      return future == nullptr ? nullptr : soundness_.read_sets ? &future->reads : &nowhere;
    });
  }
  if (known) {
    revisit(*known);
    return std::nullopt;
  }
  const State state = states_.insert(tuple).number;
  add_state(state, tuple);
  return state;
}

void StatefulDpor::enter(State state, ThreadSet enabled) {
  MOVER_CHECK(state == explored_.size(), "states are entered in the order of their numbers");
  explored_.emplace_back();
  place_on_path_.push_back(path_.size());
  Node& node = path_.emplace_back();
  node.state = state;
  node.enabled = enabled;
  node.low = path_.size() - 1;
  node.by = node.last = thread_;
  node.created = created_;
  node.joined = joined_;
  node.order = order_;
  bool alone = false;  // a thread is in an atomic section
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    if (machine_.status(t) != ThreadStatus::Parked || !machine_.in_atomic_section(t)) continue;
    const bool goes_on = in(enabled, t) || machine_.pending(t).waits_for == WaitsFor::Discarded;
    alone |= goes_on;
    node.others_before |= t == thread_ && !goes_on && soundness_.before_sections;
  }
  node.anchor =
      alone && path_.size() > 1 && soundness_.before_sections ? path_[path_.size() - 2].anchor : path_.size() - 1;
  for (ThreadId t = 0; !alone && soundness_.blocked_races && t < machine_.num_threads(); ++t)
    if (machine_.status(t) == ThreadStatus::Parked && !in(enabled, t)) add_blocked_thread(t);
  node.clocks = clocks_.size();
  if (enabled == 0) return;
  const Node* before = path_.size() > 1 ? &path_[path_.size() - 2] : nullptr;
  node.turn_length = before != nullptr && before->by == thread_ ? before->turn_length + 1 : 0;
  node.backtrack_set = bit(first_choice(node));
}

// The thread that took the last step continues [EQT06, figure 7, line 35]; otherwise a thread that is dependent on it
// is chosen.
ThreadId StatefulDpor::first_choice(const Node& node) {
  if (random_ != 0) return any_of(node.enabled, random_);
  const bool runs_long = node.turn_length >= kLongestTurn;
  if (in(node.enabled, thread_) && !runs_long) return thread_;
  const ThreadSet later = node.enabled & ~((bit(thread_) << 1) - 1),
                  dependent_threads = node.enabled & dependent_.of[thread_];
  if (runs_long) return first_of(later != 0 ? later : node.enabled);
  return first_of(dependent_threads != 0 ? dependent_threads : node.enabled);
}

std::optional<ThreadId> StatefulDpor::next() {
  Node& node = path_.back();
  const ThreadSet left = node.backtrack_set & ~node.done;
  if (left == 0) return std::nullopt;
  node.last = in(left, node.last) ? node.last : first_of(left);
  node.done |= bit(node.last);
  return node.last;
}

// Adds the future of a successor to that of the last state. On the way to the successor, thread `by` has created and
// joined threads. In the last state a created thread does not exist yet, so its steps count as steps of its creator;
// and a join in the successor's future refers to the created thread, not to a former thread with its number.
void StatefulDpor::add_to_last(const Future& from, ThreadId by, ThreadSet created, ThreadSet joined) {
  Future& to = path_.back().future;
  const size_t threads = std::max<size_t>(from.touched.size(), by + 1);
  if (to.touched.size() < threads) to.touched.resize(threads);
  for (ThreadId t = 0; t < from.touched.size(); ++t) {
    NumberSet& touched = to.touched[in(created, t) ? by : t];
    const ThreadSet joined_now = t == by ? joined : 0;
    if (joined_now == 0 && created == 0)
      touched.add(from.touched[t]);
    else
      from.touched[t].for_each([&](uint32_t number) { touched.add(table_.after(number, joined_now, created)); });
  }
  to.reads.add(from.reads);
}

void StatefulDpor::leave() {
  Node node = std::move(path_.back());
  path_.pop_back();
  place_on_path_[node.state] = kNotOnPath;
  if (std::popcount(node.enabled) > 1) {
    ++counts_.states;
    counts_.several += std::popcount(node.done) > 1;
    counts_.all += node.done == node.enabled;
  }
  if (!path_.empty()) {
    if (node.others_before) explore_all_in(path_.size() - 1);
    add_to_last(node.future, node.by, node.created, node.joined);
    path_.back().low = std::min(path_.back().low, node.low);
  }
  explored_[node.state].others_before = node.others_before;
  // If the future of this state revisits an earlier state of the path, the future is not known before the earlier state
  // is finished.
  if (node.low < path_.size())
    explored_[node.state].instead = path_[node.low].state;
  else
    explored_[node.state].future = &futures_.try_emplace(std::move(node.future), 0).first->first;
}

void StatefulDpor::begin(ThreadId t) {
  const Node& node = path_.back();
  thread_ = t;
  created_ = joined_ = 0;
  order_ = node.order;
  clocks_.shrink_to(node.clocks);
  // Drops the reads of steps that were repeated to restore this state.
  machine_.names().take_accessed_globals(accessed_);
}

void StatefulDpor::return_to(const Mark& mark) {
  order_ = mark.order;
  created_ = mark.created;
  joined_ = mark.joined;
  clocks_.shrink_to(mark.clocks);
  machine_.names().take_accessed_globals(accessed_);
}

std::string StatefulDpor::digest() const {
  std::string bytes;
  auto put = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  clocks_.append(order_.clock(thread_), bytes);
  order_.records().for_each([&](const DependenceOrder::Record& record) {
    if (record.number != path_.size() - 1) return;
    put(record.touch.kind), put(record.touch.object), put(record.touch.size), put(record.thread);
    clocks_.append(record.clock, bytes);
  });
  put(created_), put(joined_);
  return bytes;
}

void StatefulDpor::add_all_threads() {
  if (soundness_.endings) explore_all_in(path_.size() - 1);
}

void StatefulDpor::explore_all_in(size_t number) {
  path_[number].others_before |= path_[number].anchor != number;
  Node& node = path_[path_[number].anchor];
  node.backtrack_set |= node.enabled;
}

// Adds t to the backtrack set of the state with that number. If t is not enabled there, adds another thread that has
// taken a later step that happens-before t's step; `clock` is the clock of t's step.
void StatefulDpor::add_backtrack_point(size_t number, ThreadId earlier, ThreadId t, Clocks::Clock clock) {
  dependent_.of[earlier] |= bit(t);
  dependent_.of[t] |= bit(earlier);
  Node& node = path_[path_[number].anchor];
  if (in(node.enabled, t)) {
    node.backtrack_set |= bit(t);
    return;
  }
  const ThreadSet instead = node.enabled & clocks_.threads_after(clock, path_[number].anchor);
  if ((instead & node.backtrack_set) != 0) return;
  node.backtrack_set |= instead != 0 ? bit(first_of(instead)) : node.enabled;
}

void StatefulDpor::touches(ThreadId t, const Footprint& footprint) {
  std::vector<NumberSet>& touched = path_.back().future.touched;
  if (touched.size() <= t) touched.resize(t + 1);
  ids_.clear();
  for (const Touch& touch : footprint) {
    ids_.push_back(table_.number(machine_, t, t == thread_ ? joined_ : 0, touch, assumed_.locks));
    touched[t].add(ids_.back());
    if (const DependenceOrder::Record* earlier = order_.latest_race(clocks_, t, {&touch, 1}))
      add_backtrack_point(earlier->number, earlier->thread, t, order_.clock(t));
  }
}

// If the step overwrites a lock that a thread holds, two threads can hold the lock at once. This refutes the assumption
// that touches under a common lock do not race.
void StatefulDpor::check_overwritten_locks(const Action& pending) {
  if (!assumed_.locks || (pending.kind == ActionKind::Sync && !initialises(pending.sync))) return;
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    if (machine_.status(t) != ThreadStatus::Parked) continue;
    for (const Held& held : machine_.held(t))
      for (const Touch& touch : step_)
        if (touch.kind == Touch::Kind::Write && touch.object <= held.object && held.object < touch.object + touch.size)
          assumptions_.locks = false;
  }
}

void StatefulDpor::before(const Action& pending) {
  step_ = footprint(machine_, thread_, pending);
  touches(thread_, step_);
  check_overwritten_locks(pending);
  const bool is_sync = pending.kind == ActionKind::Sync;
  sections_ |= is_sync && pending.sync == ir::SyncOp::AtomicBegin;
  const Statuses before = is_sync ? statuses_in(machine_) : Statuses{};
  parked_ = before.parked;
  waiting_ = before.waiting;
  can_time_out_ = before.can_time_out;
  joins_ = 0;
  if (is_sync && pending.sync == ir::SyncOp::ThreadJoin)
    for (ThreadId t : machine_.holders(pending.object)) joins_ |= bit(t);
  if (!is_sync) parked_ = kNoSynchronisation;
}

void StatefulDpor::after() {
  take_accessed_globals();
  order_.execute(clocks_, thread_, step_, path_.size() - 1, ids_);
  if (parked_ == kNoSynchronisation) return;
  joined_ |= joins_;
  const Statuses now = statuses_in(machine_);
  for_each(now.parked & ~parked_, [&](ThreadId t) {
    order_.begins(t, [&](uint32_t id) { return table_.by_former_thread(id); });
    order_.precedes(clocks_, thread_, t);
    created_ |= bit(t);
  });
  const ThreadSet woken = waiting_ & ~now.waiting & ~bit(thread_);
  // No later step of the execution is the timeout of a woken thread, so no race shows that the timeout is dependent on
  // the step that has woken the thread.
  for_each(woken & can_time_out_,
           [&](ThreadId t) { add_backtrack_point(path_.size() - 1, thread_, t, order_.clock(t)); });
  for_each(woken, [&](ThreadId t) { order_.precedes(clocks_, thread_, t); });
}

void StatefulDpor::take_accessed_globals() {
  if (!assumed_.globals) return;
  machine_.names().take_accessed_globals(accessed_);
  for (const NamedBytes& bytes : accessed_) path_.back().future.reads.add(matching_.place(bytes));
  if (!machine_.exclusives().empty()) assumptions_.globals = false;  // predicates read globals, too
}

void StatefulDpor::ended() {
  take_accessed_globals();
  add_all_threads();
}

// Whether t is enabled depends on the object that it waits for, so the future of the last state reads that object.
void StatefulDpor::add_blocked_thread(ThreadId t) {
  const Footprint awaited = footprint(machine_, t, machine_.pending(t));
  touches(t, awaited);
  for (const Touch& touch : awaited) {
    const AddressName name = machine_.names().name(touch.object);
    if (name.object != 0 && name.is_global() && name.unique)  // not an object whose lifetime has ended
      path_.back().future.reads.add(matching_.place({name.object, name.offset, static_cast<uint32_t>(touch.size)}));
  }
}

void StatefulDpor::add_another_thread() {
  Node& node = path_.back();
  const ThreadSet others = node.enabled & ~node.backtrack_set;
  if ((node.backtrack_set & ~node.done) == 0 && others != 0) node.backtrack_set |= bit(first_of(others));
}

// The future of a state. If the future contains a state on the path, it is not known yet: returns null, and sets
// `state` to that state on the path.
const StatefulDpor::Future* StatefulDpor::known_future(State& state) const {
  while (explored_[state].future == nullptr && place_on_path_[state] == kNotOnPath) state = explored_[state].instead;
  return explored_[state].future;
}

// Whether a thread is in an atomic section, so that all others are disabled.
bool StatefulDpor::is_in_section() const {
  for (ThreadId t = 0; sections_ && t < machine_.num_threads(); ++t)
    if (machine_.status(t) == ThreadStatus::Parked && machine_.in_atomic_section(t) && machine_.enabled(t)) return true;
  return false;
}

// The path has reached a visited state. Checks its future for races with the current past.
void StatefulDpor::revisit(State known) {
  // Races with the rest of an atomic section lead to backtrack points before the section. But this path has entered the
  // section in another state than the path of the first visit.
  if (explored_[known].others_before || (soundness_.before_sections && is_in_section()))
    explore_all_in(path_.size() - 1);
  const bool is_other = is_permuted(known);
  const State first = known;
  const Future* future = known_future(known);
  Node& top = path_.back();
  if (future == nullptr) {
    met_cycle_ = true;
    // The path closes a cycle. All enabled threads are explored in its states, so that no thread is ignored for ever.
    for (size_t i = place_on_path_[known]; soundness_.cycles && i < path_.size(); ++i) explore_all_in(i);
    top.low = std::min(top.low, place_on_path_[known]);
    return;
  }
  if (!soundness_.futures) return;
  Future renamed;
  if (is_other && soundness_.permuted_futures) renamed = permuted(*future, first), future = &renamed;
  order_.records().for_each([&](const DependenceOrder::Record& record) {
    const NumberSet& racing = table_.racing(record.id);
    for (ThreadId t = 0; t < future->touched.size(); ++t) {
      const NumberSet& touched = future->touched[t];
      if (touched.empty() || clocks_.contains(order_.clock(t), record.thread, record.number)) continue;
      if (touched.intersects(racing)) add_backtrack_point(record.number, record.thread, t, order_.clock(t));
    }
  });
  add_to_last(*future, thread_, created_, joined_);
}

uint64_t StatefulDpor::memory() const {
  uint64_t bytes = explored_.capacity() * sizeof(Explored) + place_on_path_.capacity() * sizeof(size_t);
  for (const auto& [future, ignored] : futures_) {
    bytes += sizeof future + future.reads.memory();
    for (const NumberSet& set : future.touched) bytes += set.memory() + sizeof set;
  }
  return bytes + states_.memory();
}

}  // namespace mover
