// DPOR with stored states [EQT06, figure 7; YCGK08].
#include "search/stateful_dpor.h"

#include <algorithm>
#include <bit>

#include "support/check.h"

namespace mover {

namespace {

// Threads that do not exist, or wait to be woken.
struct Others {
  ThreadSet there = 0, waiting = 0;
  ThreadSet can_give_up = 0;  // threads in timed waits
};

Others others_in(const Machine& machine) {
  Others others;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    others.there |= bit(t);
    if (!machine.waiting(t)) continue;
    others.waiting |= bit(t);
    if (machine.enabled(t)) others.can_give_up |= bit(t);
  }
  return others;
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

std::optional<StatefulDpor::State> StatefulDpor::look_up(const std::vector<uint32_t>& tuple) {
  std::optional<State> known = states_.find(tuple);
  if (!known && assumed_.globals) {
    known = matching_.find(tuple, states_, [&](State state) {
      const Future* future = known_future(state);
      static const NumberSet nowhere;
      return future == nullptr ? nullptr : soundness_.read_sets ? &future->reads : &nowhere;
    });
  }
  if (known) {
    meet(*known);
    return std::nullopt;
  }
  const State state = states_.insert(tuple).number;
  if (assumed_.globals) matching_.add(state, tuple);
  return state;
}

void StatefulDpor::enter(State state, ThreadSet enabled) {
  MOVER_CHECK(state == explored_.size(), "states are entered as they are numbered");
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
  node.turns = before != nullptr && before->by == thread_ ? before->turns + 1 : 0;
  node.wanted = bit(first_choice(node));
}

// The thread that took the last step continues [EQT06, figure 7, line 35]; otherwise a thread that is dependent on it
// is chosen.
ThreadId StatefulDpor::first_choice(const Node& node) {
  if (random_ != 0) return any_of(node.enabled, random_);
  const bool tired = node.turns >= kMostTurns;
  if (in(node.enabled, thread_) && !tired) return thread_;
  const ThreadSet later = node.enabled & ~((bit(thread_) << 1) - 1),
                  dependent_threads = node.enabled & dependent_.of[thread_];
  if (tired) return first_of(later != 0 ? later : node.enabled);
  return first_of(dependent_threads != 0 ? dependent_threads : node.enabled);
}

std::optional<ThreadId> StatefulDpor::next() {
  Node& node = path_.back();
  const ThreadSet left = node.wanted & ~node.done;
  if (left == 0) return std::nullopt;
  node.last = in(left, node.last) ? node.last : first_of(left);
  node.done |= bit(node.last);
  return node.last;
}

// Steps of a thread that was created since count as steps of its creator. A later join refers to this thread, and not
// to a former thread with its number.
void StatefulDpor::add_to_last(const Future& from, ThreadId by, ThreadSet created, ThreadSet joined) {
  Future& to = path_.back().future;
  const size_t threads = std::max<size_t>(from.touched.size(), by + 1);
  if (to.touched.size() < threads) to.touched.resize(threads);
  for (ThreadId t = 0; t < from.touched.size(); ++t) {
    NumberSet& who = to.touched[in(created, t) ? by : t];
    const ThreadSet joined_now = t == by ? joined : 0;
    if (joined_now == 0 && created == 0)
      who.add(from.touched[t]);
    else
      from.touched[t].for_each([&](uint32_t number) { who.add(table_.after(number, joined_now, created)); });
  }
  to.reads.add(from.reads);
}

void StatefulDpor::leave() {
  Node node = std::move(path_.back());
  path_.pop_back();
  place_on_path_[node.state] = kNotThere;
  if (std::popcount(node.enabled) > 1) {
    ++counts_.states;
    counts_.several += std::popcount(node.done) > 1;
    counts_.all += node.done == node.enabled;
  }
  if (!path_.empty()) {
    if (node.others_before) try_all(path_.size() - 1);
    add_to_last(node.future, node.by, node.created, node.joined);
    path_.back().low = std::min(path_.back().low, node.low);
  }
  explored_[node.state].others_before = node.others_before;
  // If the future of a state revisits an earlier state of the path, it is known only when that earlier state is
  // finished.
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
  for (const DependenceOrder::Record& record : order_.records()) {
    if (record.number != path_.size() - 1) continue;
    put(record.touch.kind), put(record.touch.object), put(record.touch.size), put(record.thread);
    clocks_.append(record.clock, bytes);
  }
  put(created_), put(joined_);
  return bytes;
}

void StatefulDpor::add_all_threads() {
  if (soundness_.endings) try_all(path_.size() - 1);
}

void StatefulDpor::try_all(size_t number) {
  path_[number].others_before |= path_[number].anchor != number;
  Node& node = path_[path_[number].anchor];
  node.wanted |= node.enabled;
}

// Adds t to the backtrack set of that state, or another thread that has a later step that happens-before t's.
void StatefulDpor::back_track(size_t number, ThreadId earlier, ThreadId t, Clocks::Clock knows) {
  dependent_.of[earlier] |= bit(t);
  dependent_.of[t] |= bit(earlier);
  Node& node = path_[path_[number].anchor];
  if (in(node.enabled, t)) {
    node.wanted |= bit(t);
    return;
  }
  const ThreadSet instead = node.enabled & clocks_.moved_after(knows, path_[number].anchor);
  if ((instead & node.wanted) != 0) return;
  node.wanted |= instead != 0 ? bit(first_of(instead)) : node.enabled;
}

void StatefulDpor::touches(ThreadId t, const Footprint& footprint) {
  std::vector<NumberSet>& touched = path_.back().future.touched;
  if (touched.size() <= t) touched.resize(t + 1);
  ids_.clear();
  for (const Touch& touch : footprint) {
    ids_.push_back(table_.number(machine_, t, t == thread_ ? joined_ : 0, touch, assumed_.locks));
    touched[t].add(ids_.back());
    if (const DependenceOrder::Record* earlier = order_.latest_race(clocks_, t, {&touch, 1}))
      back_track(earlier->number, earlier->thread, t, order_.clock(t));
  }
}

// If a lock is overwritten while a thread holds it, two threads can hold it at once.
void StatefulDpor::look_for_overwritten_locks(const Action& pending) {
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
  look_for_overwritten_locks(pending);
  const bool tells = pending.kind == ActionKind::Sync;
  sections_ |= tells && pending.sync == ir::SyncOp::AtomicBegin;
  const Others others = tells ? others_in(machine_) : Others{};
  there_ = others.there;
  waiting_ = others.waiting;
  can_give_up_ = others.can_give_up;
  joins_ = 0;
  if (tells && pending.sync == ir::SyncOp::ThreadJoin)
    for (ThreadId t : machine_.holders(pending.object)) joins_ |= bit(t);
  if (!tells) there_ = ~ThreadSet{0};
}

void StatefulDpor::after() {
  take_accessed_globals();
  order_.execute(clocks_, thread_, step_, path_.size() - 1, ids_);
  if (there_ == ~ThreadSet{0}) return;
  joined_ |= joins_;
  const Others now = others_in(machine_);
  for_each(now.there & ~there_, [&](ThreadId t) {
    order_.begins(t, [&](uint32_t id) { return table_.by_former_thread(id); });
    order_.precedes(clocks_, thread_, t);
    created_ |= bit(t);
  });
  const ThreadSet woken = waiting_ & ~now.waiting & ~bit(thread_);
  // They will never time out now, so no race shows that the timeout is dependent on the step that has woken them.
  for_each(woken & can_give_up_, [&](ThreadId t) { back_track(path_.size() - 1, thread_, t, order_.clock(t)); });
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

// Whether t is enabled depends on the object that it waits for, so the future reads that object.
void StatefulDpor::add_blocked_thread(ThreadId t) {
  const Footprint wants = footprint(machine_, t, machine_.pending(t));
  touches(t, wants);
  for (const Touch& touch : wants) {
    const AddressName name = machine_.names().name(touch.object);
    if (name.object != 0 && name.is_global() && name.unique)  // not an object whose lifetime has ended
      path_.back().future.reads.add(matching_.place({name.object, name.offset, static_cast<uint32_t>(touch.size)}));
  }
}

void StatefulDpor::add_another_thread() {
  Node& node = path_.back();
  const ThreadSet others = node.enabled & ~node.wanted;
  if ((node.wanted & ~node.done) == 0 && others != 0) node.wanted |= bit(first_of(others));
}

// The future of a state, or null if it contains a state on the path: then `state` becomes that state.
const StatefulDpor::Future* StatefulDpor::known_future(State& state) const {
  while (explored_[state].future == nullptr && place_on_path_[state] == kNotThere) state = explored_[state].instead;
  return explored_[state].future;
}

// Whether a thread is in an atomic section, so that all others are disabled.
bool StatefulDpor::is_inside() const {
  for (ThreadId t = 0; sections_ && t < machine_.num_threads(); ++t)
    if (machine_.status(t) == ThreadStatus::Parked && machine_.in_atomic_section(t) && machine_.enabled(t)) return true;
  return false;
}

void StatefulDpor::meet(State known) {
  // Races with the rest of a section were examined before the section, but this path entered the section in another
  // state.
  if (explored_[known].others_before || (soundness_.before_sections && is_inside())) try_all(path_.size() - 1);
  const Future* future = known_future(known);
  Node& top = path_.back();
  if (future == nullptr) {
    // The path closes a cycle. No thread may be ignored for ever.
    for (size_t i = place_on_path_[known]; soundness_.cycles && i < path_.size(); ++i) try_all(i);
    top.low = std::min(top.low, place_on_path_[known]);
    return;
  }
  if (!soundness_.futures) return;
  for (const DependenceOrder::Record& record : order_.records()) {
    const NumberSet& racing = table_.racing(record.id);
    for (ThreadId t = 0; t < future->touched.size(); ++t) {
      const NumberSet& touched = future->touched[t];
      if (touched.empty() || clocks_.knows(order_.clock(t), record.thread, record.number)) continue;
      if (touched.meets(racing)) back_track(record.number, record.thread, t, order_.clock(t));
    }
  }
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
