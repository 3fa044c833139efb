// Persistent sets [STO02, section 6: Algorithm 2-LD], with learned operations of threads.
#include "search/persistent_sets.h"

#include <algorithm>
#include <bit>

namespace mover {

namespace {

// Whether a thread that is blocked for this reason is enabled by the threads that Machine::holders returns: the owners
// of a lock, or the thread to be joined.
bool has_holder(WaitsFor what) {
  return what == WaitsFor::Mutex || what == WaitsFor::RwLock || what == WaitsFor::Spin || what == WaitsFor::Join;
}

// Whether the thread is blocked until another thread wakes it, so that its next step is no operation of its own.
bool is_passive(const Pending& pending) {
  return pending.waits_for == WaitsFor::Condition || pending.waits_for == WaitsFor::Barrier ||
         pending.waits_for == WaitsFor::Discarded;
}

}  // namespace

void PersistentSets::begin() {
  if (!outdated_) return;
  outdated_ = false;
  names_lost_ = machine_.names_lost();
  reuses_numbers_ = machine_.observations().reused_numbers();
  table_ = FootprintTable(true);
  ops_ = {};
}

std::shared_ptr<const Pending> PersistentSets::pending_of(ThreadId t) {
  auto pending = std::make_shared<Pending>();
  const Action action = machine_.pending(t);
  pending->touches = footprint(machine_, t, action);
  for (Touch& touch : pending->touches)
    if (options_.orders_readers &&
        (touch.kind == Touch::Kind::AcquireShared || touch.kind == Touch::Kind::ReleaseShared))
      touch.kind = Touch::Kind::Write;
  pending->waits_for = action.enabled ? WaitsFor::Nothing : action.waits_for;
  pending->object = action.object;
  pending->section = action.kind == ActionKind::Sync && action.sync == ir::SyncOp::AtomicBegin;
  pending->ends = action.kind == ActionKind::Exit || (action.kind == ActionKind::Local && pending->touches.empty());
  pending->frees = action.kind == ActionKind::Free;
  pending->renews = action.kind == ActionKind::Sync && (initialises(action.sync) || destroys(action.sync));
  if (!options_.learns) return pending;
  outdated_ |= machine_.names_lost() != names_lost_ || machine_.observations().reused_numbers() != reuses_numbers_;
  auto number = [&](const Touch& touch) { return table_.number(machine_, t, 0, touch, assumes_locks_); };
  std::vector<uint32_t> numbers;
  for (const Touch& touch : pending->touches) numbers.push_back(number(touch));
  if (!is_passive(*pending)) may_do(t, numbers);
  // Only the owner of a lock can enable a thread that is blocked on it, unless another thread overwrites or destroys
  // the lock. So Pending::numbers contains a release of the lock instead of the acquisition. Acquisitions by other
  // threads do not race with a release, and thus do not count as steps that may enable the thread.
  if (has_holder(pending->waits_for)) {
    numbers.clear();
    for (Touch touch : pending->touches) {
      if (touch.object != action.object) continue;
      touch.kind = Touch::Kind::Release;
      numbers.push_back(number(touch));
    }
  }
  pending->numbers = std::move(numbers);
  pending->visible = is_visible(t, *pending);
  return pending;
}

void PersistentSets::may_do(ThreadId t, const std::vector<uint32_t>& numbers) {
  for (uint32_t number : numbers) {
    if (ops_[t].has(number)) continue;
    ops_[t].add(number);
    ++refinements_;
  }
}

void PersistentSets::created(ThreadId by, ThreadId t) {
  if (in(creates_[by], t)) return;
  creates_[by] |= bit(t);
  ++refinements_;
}

// If this step overwrites a held lock, refutes the assumption that no step does: two threads could then hold the lock
// at once.
void PersistentSets::before(const Pending& step, const Action& action) {
  if (!options_.learns || !assumes_locks_ || (action.kind == ActionKind::Sync && !initialises(action.sync))) return;
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    if (machine_.status(t) != ThreadStatus::Parked) continue;
    for (const Held& held : machine_.held(t))
      for (const Touch& touch : step.touches)
        assumes_locks_ &=
            touch.kind != Touch::Kind::Write || held.object < touch.object || held.object >= touch.object + touch.size;
  }
  outdated_ |= !assumes_locks_;
}

// Whether `other`, or a thread that it has yet to create, may take a step that races with the touch `number`.
bool PersistentSets::may_race_with(ThreadId other, uint32_t number) const {
  const NumberSet& racing = table_.racing(number);
  ThreadSet left = bit(other), seen = 0;
  while ((left & ~seen) != 0) {
    const ThreadId t = first_of(left & ~seen);
    seen |= bit(t);
    if (ops_[t].intersects(racing)) return true;
    for_each(creates_[t], [&](ThreadId child) {
      if (reuses_numbers_ || machine_.status(child) == ThreadStatus::Absent) left |= bit(child);
    });
  }
  return false;
}

// Whether a step of `other` may be the first one from the current state that interferes with `with` [STO02, figure 3].
bool PersistentSets::interferes(ThreadId other, const Pending& with) const {
  if (with.waits_for == WaitsFor::Discarded) return false;
  if (has_holder(with.waits_for)) {
    const std::vector<ThreadId> holders = machine_.holders(with.object);
    if (std::find(holders.begin(), holders.end(), other) != holders.end()) return true;
  }
  return std::any_of(with.numbers.begin(), with.numbers.end(), [&](uint32_t n) { return may_race_with(other, n); });
}

// Whether a step of any other thread, in any state, may interfere with the pending action.
bool PersistentSets::is_visible(ThreadId t, const Pending& pending) const {
  if (pending.section || pending.ends || pending.waits_for != WaitsFor::Nothing) return true;
  return std::any_of(pending.numbers.begin(), pending.numbers.end(), [&](uint32_t number) {
    const NumberSet& racing = table_.racing(number);
    for (ThreadId other = 0; other < ops_.size(); ++other)
      if (other != t && ops_[other].intersects(racing)) return true;
    return reuses_numbers_ && ops_[t].intersects(racing);
  });
}

// Steps 2 and 3 of Algorithm 2-LD. Adds all enabled threads if a thread of the set is about to end the execution, or to
// enter an atomic section, whose footprint is not known.
ThreadSet PersistentSets::closure(ThreadSet set, const AllPending& pending, ThreadSet enabled) const {
  ThreadSet closed = 0;
  while ((set & ~closed) != 0) {
    const ThreadId t = first_of(set & ~closed);
    closed |= bit(t);
    if (pending[t]->section || pending[t]->ends) return set | enabled;
    for (ThreadId other = 0; other < pending.size(); ++other)
      if (pending[other] && !in(set, other) && interferes(other, *pending[t])) set |= bit(other);
  }
  return set;
}

ThreadSet PersistentSets::find(const AllPending& pending, ThreadSet enabled, ThreadSet asleep,
                               ThreadSet not_alone) const {
  ThreadSet best = enabled;
  auto cost = [&](ThreadSet set) { return std::popcount(set & enabled & ~asleep); };
  for_each(enabled, [&](ThreadId seed) {  // step 1
    if (cost(best) == 0) return;
    const ThreadSet set = closure(bit(seed), pending, enabled);
    if (cost(set) < cost(best) && (set & enabled & not_alone) == 0) best = set;
  });
  return best;
}

}  // namespace mover
