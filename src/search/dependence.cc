// The footprints of synchronisation actions, and happens-before along a path.
#include "search/dependence.h"

#include <algorithm>

namespace mover {

using ir::SyncOp;
using Kind = Touch::Kind;

namespace {

// Addresses in the null object that stand for shared state outside memory: the table of threads, and the lock of all
// atomic sections.
constexpr Address kThreadTable = 1, kSections = 2;

ByteRange bytes_of(const Touch& touch) { return {touch.object, touch.size}; }

// Appends the synchronisation objects of the action to the footprint.
void add_objects(const Machine& machine, ThreadId t, const Action& action, Footprint& all) {
  auto touch = [&](Kind kind) { all.push_back({kind, action.object, size_of_object(action.sync)}); };
  auto write_thread_table = [&] {
    if (machine.traits().numbers_threads_in_order) all.push_back({Kind::Write, kThreadTable});
  };
  if (action.prefers_writers) return touch(Kind::Write);  // a reader observes whether a writer waits
  switch (action.sync) {
    case SyncOp::MutexLock:  // an owner that relocks a mutex does not acquire it
      return touch(holds_lock(machine, t, action.object, false) ? Kind::Write : Kind::Acquire);
    case SyncOp::SpinLock:
    case SyncOp::RwWrLock:
      return touch(Kind::Acquire);
    case SyncOp::RwRdLock:
      return touch(Kind::AcquireShared);
    case SyncOp::MutexUnlock:
    case SyncOp::SpinUnlock:
      return touch(holds_lock(machine, t, action.object, false) ? Kind::Release : Kind::Write);
    case SyncOp::RwUnlock:
      return touch(holds_lock(machine, t, action.object, false)  ? Kind::Release
                   : holds_lock(machine, t, action.object, true) ? Kind::ReleaseShared
                                                                 : Kind::Write);
    case SyncOp::SemGetValue:
      return touch(Kind::Read);
    case SyncOp::OnceBegin:  // nothing but initialisation resets a control whose initialiser has run
      return touch(action.only_observes ? Kind::AcquireShared : Kind::Write);
    case SyncOp::CondWait:
    case SyncOp::CondTimedWait:
      touch(Kind::Operate);
      if (action.mutex != 0 && !machine.waiting(t))  // after a timeout the mutex is already released
        all.push_back({Kind::Release, action.mutex, size_of_object(SyncOp::MutexLock)});
      return;
    case SyncOp::CondSignal:
    case SyncOp::CondBroadcast:
    case SyncOp::CondDestroy:
    case SyncOp::BarrierWait:
    case SyncOp::BarrierDestroy:
    case SyncOp::WordWait:
    case SyncOp::WordTimedWait:
    case SyncOp::WordWake:
      return touch(Kind::Operate);
    case SyncOp::ThreadCreate:
      return write_thread_table();
    case SyncOp::ThreadJoin:
      all.push_back({Kind::Acquire, action.object});
      return write_thread_table();
    case SyncOp::ThreadDetach:
      all.push_back({Kind::Write, action.object});
      return write_thread_table();
    case SyncOp::ThreadExit:
      all.push_back({Kind::Release, machine.handle(t)});
      if (machine.detached(t)) write_thread_table();
      return;
    case SyncOp::AtomicBegin:
    case SyncOp::AtomicEnd:
      // AtomicEnd is no release, because other threads may enter sections while a thread is blocked inside its section.
      return all.push_back({Kind::Write, kSections});
    case SyncOp::Yield:
      return;
    default:  // A semaphore wait may be enabled by an earlier post than the last one, so the two may race.
      return touch(Kind::Write);
  }
}

}  // namespace

Footprint footprint(const Machine& machine, ThreadId t, const Action& action) {
  Footprint all;
  std::vector<Access> accesses;
  add_footprint(machine, t, action, accesses, all);
  return all;
}

void add_footprint(const Machine& machine, ThreadId t, const Action& action, std::vector<Access>& accesses,
                   Footprint& all) {
  if (action.kind == ActionKind::Exit) return;  // no step follows it
  machine.touched(t, action, accesses);
  for (const Access& access : accesses)
    all.push_back({access.write || access.conditional ? Kind::Write : Kind::Read, access.address, access.size});
  if (action.kind == ActionKind::Sync && !action.resumed) add_objects(machine, t, action, all);
  if (action.leaves != 0) all.push_back({Kind::Leave, action.leaves, size_of_left(action)});
}

void add_synchronisation(const Machine& machine, ThreadId t, const std::vector<Event>& events, Footprint& all) {
  for_each_synchronisation(machine, t, events, [&](const Touch& touch) { all.push_back(touch); });
}

bool may_race(const Footprint& earlier, const Footprint& later) {
  for (const Touch& a : earlier)
    for (const Touch& b : later)
      if (may_race(a, b)) return true;
  return false;
}

Clocks::Clock Clocks::copy(Clock clock) {
  if (clocks_.capacity() - clocks_.size() < width_) clocks_.reserve(2 * clocks_.size() + width_);
  const uint32_t* from = &clocks_[clock * width_];
  clocks_.insert(clocks_.end(), from, from + width_);
  return size() - 1;
}

void Clocks::join(Clock into, Clock other) {
  uint32_t* to = &clocks_[into * width_];
  const uint32_t* from = &clocks_[other * width_];
  for (size_t i = 0; i < width_; ++i) to[i] = std::max(to[i], from[i]);
}

void Clocks::set(Clock clock, ThreadId t, size_t number) {
  if (t >= width_) {
    std::vector<uint32_t> wider;
    for (size_t i = 0; i < clocks_.size(); i += width_) {
      wider.insert(wider.end(), &clocks_[i], &clocks_[i] + width_);
      wider.resize(wider.size() + width_);
    }
    clocks_ = std::move(wider);
    width_ *= 2;
    return set(clock, t, number);
  }
  clocks_[clock * width_ + t] = static_cast<uint32_t>(number + 1);
}

ThreadSet Clocks::threads_after(Clock clock, size_t number) const {
  ThreadSet result = 0;
  for (ThreadId t = 0; t < width_ && t < 64; ++t)
    if (clocks_[clock * width_ + t] > number + 1) result |= bit(t);
  return result;
}

const DependenceOrder::Record* DependenceOrder::latest_race(const Clocks& clocks, ThreadId t,
                                                            std::span<const Touch> next) const {
  const Clocks::Clock now = clock(t);
  const Record* latest = nullptr;
  for (const Touch& touch : next)
    records_.for_each_overlapping(bytes_of(touch), [&](const Record& r) {
      if ((latest != nullptr && r.number <= latest->number) || clocks.contains(now, r.thread, r.number)) return;
      if (may_race(r.touch, touch)) latest = &r;
    });
  return latest;
}

void DependenceOrder::racing(const Clocks& clocks, ThreadId t, std::span<const Touch> next,
                             std::vector<const Record*>& found) const {
  found.clear();
  const Clocks::Clock now = clock(t);
  for (const Touch& touch : next)
    records_.for_each_overlapping(bytes_of(touch), [&](const Record& r) {
      if (!clocks.contains(now, r.thread, r.number) && may_race(r.touch, touch)) found.push_back(&r);
    });
  const std::vector<const Record*> all = found;
  std::erase_if(found, [&](const Record* one) {
    return std::any_of(all.begin(), all.end(), [&](const Record* other) {
      return other->number != one->number && clocks.contains(other->clock, one->thread, one->number);
    });
  });
}

Clocks::Clock DependenceOrder::without(Clocks& clocks, const Record& earlier, ThreadId t,
                                       std::span<const Touch> next) const {
  const Clocks::Clock before = clocks.copy(clock(t));
  for (const Touch& touch : next)
    records_.for_each_overlapping(bytes_of(touch), [&](const Record& r) {
      if (dependent(r.touch, touch) && !clocks.contains(r.clock, earlier.thread, earlier.number))
        clocks.join(before, r.clock);
    });
  return before;
}

void DependenceOrder::execute(Clocks& clocks, ThreadId t, const Footprint& step, size_t number,
                              std::span<const uint32_t> ids) {
  const Clocks::Clock clock = clocks.copy(clock_of(t));
  clocks.set(clock, t, number);
  clock_of(t) = clock;
  for (const Touch& touch : step)
    records_.erase_overlapping_if(bytes_of(touch), [&](const Record& r) {
      const bool again = r.thread == t && r.touch == touch &&
                         clocks.contains(clock, t, r.number);  // false for a former thread with the number t
      if (!dependent(r.touch, touch)) return again;
      if (!clocks.contains(clock, r.thread, r.number)) clocks.join(clock, r.clock);
      return again || covers(touch, r.touch);
    });
  for (size_t i = 0; i < step.size(); ++i)
    records_.add({step[i], t, static_cast<uint32_t>(number), clock, ids.empty() ? 0 : ids[i]});
}

void DependenceOrder::precedes(Clocks& clocks, ThreadId t, ThreadId other) {
  const Clocks::Clock clock = clocks.copy(clock_of(other));
  clocks.join(clock, clock_of(t));
  clock_of(other) = clock;
}

}  // namespace mover
