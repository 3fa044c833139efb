#include "search/dependence.h"

#include <algorithm>

namespace mover {

using ir::SyncOp;
using Kind = Touch::Kind;

namespace {

// Things that threads share and that are no memory: in the null object.
constexpr Address kThreadTable = 1, kSections = 2;

bool holds(const Machine& machine, ThreadId t, Address object, bool shared) {
  const std::span<const Held> held = machine.held(t);
  return std::any_of(held.begin(), held.end(), [&](const Held& h) { return h.object == object && h.shared == shared; });
}

void synchronises(const Machine& machine, ThreadId t, const Action& action, Footprint& all) {
  auto touch = [&](Kind kind) { all.push_back({kind, action.object, size_of_object(action.sync)}); };
  switch (action.sync) {
    case SyncOp::MutexLock:
    case SyncOp::SpinLock:
    case SyncOp::RwWrLock:
    case SyncOp::SemWait:
      return touch(Kind::Acquire);
    case SyncOp::RwRdLock:
      return touch(Kind::AcquireShared);
    case SyncOp::MutexUnlock:
    case SyncOp::SpinUnlock:
      return touch(holds(machine, t, action.object, false) ? Kind::Release : Kind::Write);
    case SyncOp::RwUnlock:
      return touch(holds(machine, t, action.object, false)  ? Kind::Release
                   : holds(machine, t, action.object, true) ? Kind::ReleaseShared
                                                            : Kind::Write);
    case SyncOp::SemPost:
      return touch(Kind::Release);
    case SyncOp::SemGetValue:
      return touch(Kind::Read);
    case SyncOp::CondWait:
    case SyncOp::CondTimedWait:
      touch(Kind::Write);
      if (action.mutex != 0) all.push_back({Kind::Release, action.mutex, size_of_object(SyncOp::MutexLock)});
      return;
    case SyncOp::ThreadCreate:
      return all.push_back({Kind::Write, kThreadTable});
    case SyncOp::ThreadJoin:
      all.push_back({Kind::Acquire, action.object});
      return all.push_back({Kind::Write, kThreadTable});
    case SyncOp::ThreadDetach:
      all.push_back({Kind::Write, action.object});
      return all.push_back({Kind::Write, kThreadTable});
    case SyncOp::ThreadExit:
      all.push_back({Kind::Release, machine.handle(t)});
      if (machine.detached(t)) all.push_back({Kind::Write, kThreadTable});
      return;
    case SyncOp::AtomicBegin:
      return all.push_back({Kind::Acquire, kSections});
    case SyncOp::AtomicEnd:
      return all.push_back({Kind::Release, kSections});
    case SyncOp::Yield:
      return;
    default:
      return touch(Kind::Write);
  }
}

}  // namespace

Footprint footprint(const Machine& machine, ThreadId t) {
  Footprint all;
  const Action action = machine.pending(t);
  if (action.kind == ActionKind::Exit) return all;  // nobody comes after it
  std::vector<Access> accesses;
  machine.touched(t, action, accesses);
  for (const Access& access : accesses)
    all.push_back({access.write || access.conditional ? Kind::Write : Kind::Read, access.address, access.size});
  if (action.kind == ActionKind::Sync && !action.resumed) synchronises(machine, t, action, all);
  return all;
}

bool dependent(const Touch& one, const Touch& other) {
  if (one.object >= other.object + other.size || other.object >= one.object + one.size) return false;
  auto both = [&](Kind a, Kind b) { return (one.kind == a && other.kind == b) || (one.kind == b && other.kind == a); };
  return !both(Kind::Read, Kind::Read) && !both(Kind::AcquireShared, Kind::AcquireShared) &&
         !both(Kind::AcquireShared, Kind::ReleaseShared) && !both(Kind::ReleaseShared, Kind::ReleaseShared) &&
         !both(Kind::Release, Kind::Release);
}

bool dependent(const Footprint& one, const Footprint& other) {
  for (const Touch& a : one)
    for (const Touch& b : other)
      if (dependent(a, b)) return true;
  return false;
}

bool compete(const Touch& earlier, const Touch& later) {
  auto acquires = [](Kind k) { return k == Kind::Acquire || k == Kind::AcquireShared; };
  auto releases = [](Kind k) { return k == Kind::Release || k == Kind::ReleaseShared; };
  return dependent(earlier, later) && !(releases(earlier.kind) && acquires(later.kind)) &&
         !(acquires(earlier.kind) && releases(later.kind));
}

std::optional<size_t> DependenceOrder::latest_competitor(ThreadId t, const Footprint& next) const {
  std::optional<size_t> latest;
  for (const Record& r : records_) {
    if (r.thread == t || (latest && r.number <= *latest) || sets_.has(r.ordered, t)) continue;
    if (std::any_of(next.begin(), next.end(), [&](const Touch& touch) { return compete(r.touch, touch); }))
      latest = r.number;
  }
  return latest;
}

// Whatever depends on the earlier touch depends on the later one as well.
static bool covers(const Touch& later, const Touch& earlier) {
  if (later.object > earlier.object || later.object + later.size < earlier.object + earlier.size) return false;
  return later.kind == Kind::Write || (later.kind == Kind::Acquire && earlier.kind != Kind::Write);
}

// One for each thread, object and kind, the same in all executions.
LocksetTable::Element DependenceOrder::channel_of(ThreadId t, const Touch& touch) {
  static std::map<std::tuple<Address, uint64_t, Kind, ThreadId>, LocksetTable::Element> numbers;
  return numbers.try_emplace({touch.object, touch.size, touch.kind, t}, 4096 + numbers.size()).first->second;
}

void DependenceOrder::execute(ThreadId t, const Footprint& step, size_t number) {
  for (const Touch& touch : step)
    for (const Record& r : records_)
      if (dependent(r.touch, touch)) sets_.pass(r.channel, t);
  for (const Touch& touch : step) {
    const LocksetTable::Element channel = channel_of(t, touch);
    std::erase_if(records_, [&](const Record& r) {
      const bool gone = r.channel == channel || covers(touch, r.touch);
      if (gone) sets_.drop(r.channel);
      return gone;
    });
    records_.push_back({touch, t, sets_.singleton(t), channel, number});
  }
  for (const Touch& touch : step) sets_.pass(t, channel_of(t, touch));
  sets_.sweep(records_, [](Record& r) -> SetsInUse::Index& { return r.ordered; });
}

}  // namespace mover
