#include "search/dependence.h"

#include <algorithm>

namespace mover {

using ir::SyncOp;
using Kind = Touch::Kind;

namespace {

// Things that threads share and that are no memory: in the null object.
constexpr Address kThreadTable = 1, kSections = 2;

void synchronises(const Machine& machine, ThreadId t, const Action& action, Footprint& all) {
  auto touch = [&](Kind kind) { all.push_back({kind, action.object, size_of_object(action.sync)}); };
  switch (action.sync) {
    case SyncOp::MutexLock:
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
    case SyncOp::AtomicEnd:  // the next one need not wait for it, where the section is blocked inside
      return all.push_back({Kind::Write, kSections});
    case SyncOp::Yield:
      return;
    default:  // A wait for a semaphore need not wait for the last post: none of them orders the other.
      return touch(Kind::Write);
  }
}

}  // namespace

Footprint footprint(const Machine& machine, ThreadId t, const Action& action) {
  Footprint all;
  if (action.kind == ActionKind::Exit) return all;  // nobody comes after it
  std::vector<Access> accesses;
  machine.touched(t, action, accesses);
  for (const Access& access : accesses)
    all.push_back({access.write || access.conditional ? Kind::Write : Kind::Read, access.address, access.size});
  if (action.kind == ActionKind::Sync && !action.resumed) synchronises(machine, t, action, all);
  return all;
}

bool dependent(const Touch& one, const Touch& other) {
  if (!overlap(one, other)) return false;
  auto both = [&](Kind a, Kind b) { return (one.kind == a && other.kind == b) || (one.kind == b && other.kind == a); };
  return !both(Kind::Read, Kind::Read) && !both(Kind::AcquireShared, Kind::AcquireShared) &&
         !both(Kind::AcquireShared, Kind::ReleaseShared) && !both(Kind::ReleaseShared, Kind::ReleaseShared) &&
         !both(Kind::Release, Kind::Release);
}

template <typename Relation>
static bool some(const Footprint& one, const Footprint& other, Relation relation) {
  for (const Touch& a : one)
    for (const Touch& b : other)
      if (relation(a, b)) return true;
  return false;
}

bool dependent(const Footprint& one, const Footprint& other) {
  return some(one, other, [](const Touch& a, const Touch& b) { return dependent(a, b); });
}

bool compete(const Footprint& earlier, const Footprint& later) {
  return some(earlier, later, [](const Touch& a, const Touch& b) { return compete(a, b); });
}

bool compete(const Touch& earlier, const Touch& later) {
  auto acquires = [](Kind k) { return k == Kind::Acquire || k == Kind::AcquireShared; };
  auto releases = [](Kind k) { return k == Kind::Release || k == Kind::ReleaseShared; };
  return dependent(earlier, later) && !(releases(earlier.kind) && acquires(later.kind)) &&
         !(acquires(earlier.kind) && releases(later.kind));
}

Clocks::Clock Clocks::copy(Clock clock) {
  const size_t end = clocks_.size();
  clocks_.resize(end + width_);
  std::copy_n(&clocks_[clock * width_], width_, &clocks_[end]);
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

std::optional<size_t> DependenceOrder::latest_competitor(const Clocks& clocks, ThreadId t,
                                                         const Footprint& next) const {
  const Clocks::Clock now = t < threads_.size() ? threads_[t] : Clocks::kBeginning;
  std::optional<size_t> latest;
  for (const Record& r : records_) {
    if (latest && r.number <= *latest) continue;
    if (clocks.knows(now, r.thread, r.number)) continue;
    if (std::any_of(next.begin(), next.end(),
                    [&](const Touch& touch) { return overlap(r.touch, touch) && compete(r.touch, touch); }))
      latest = r.number;
  }
  return latest;
}

// Whatever depends on the earlier touch depends on the later one as well.
static bool covers(const Touch& later, const Touch& earlier) {
  if (later.object > earlier.object || later.object + later.size < earlier.object + earlier.size) return false;
  return later.kind == Kind::Write || (later.kind == Kind::Acquire && earlier.kind != Kind::Write);
}

void DependenceOrder::execute(Clocks& clocks, ThreadId t, const Footprint& step, size_t number) {
  const Clocks::Clock clock = clocks.copy(clock_of(t));
  clocks.set(clock, t, number);
  clock_of(t) = clock;
  std::erase_if(records_, [&](const Record& r) {
    bool gone = false;
    for (const Touch& touch : step) {
      if (!overlap(r.touch, touch)) continue;
      gone |= r.thread == t && r.touch == touch && clocks.knows(clock, t, r.number);  // not an earlier thread's
      if (!dependent(r.touch, touch)) continue;
      if (!clocks.knows(clock, r.thread, r.number)) clocks.join(clock, r.clock);
      gone |= covers(touch, r.touch);
    }
    return gone;
  });
  for (const Touch& touch : step) records_.push_back({touch, t, clock, number});
}

void DependenceOrder::precedes(Clocks& clocks, ThreadId t, ThreadId other) {
  const Clocks::Clock clock = clocks.copy(clock_of(other));
  clocks.join(clock, clock_of(t));
  clock_of(other) = clock;
}

}  // namespace mover
