// Random synchronisation.
#include "differential/generator.h"

namespace mover::differential {

void Generator::section(Block& out, int& budget, int depth) {
  const uint32_t m = mutex();
  if (rng_.percent(4)) return add(out, budget, Kind::Unlock, m);
  if ((held_ & (1u << m)) && !rng_.percent(10)) return plain(out, budget);
  const uint32_t before = held_;
  held_ |= 1u << m;
  add(out, budget, Kind::Lock, m);
  append_block(out, budget, depth, 2);
  held_ = before;
  if (in_endless_ || !rng_.percent(8)) add(out, budget, Kind::Unlock, m);
}

void Generator::try_section(Block& out, int& budget, int depth) {
  const uint32_t m = mutex(), r = reg();
  switch (rng_.below(4)) {
    case 0:
    case 1: {
      add(out, budget, Kind::Guarded, m);
      Block inside = block(budget, depth, 2);
      out.back().body = std::move(inside);
      break;
    }
    case 2:
      add(out, budget, Kind::TryLock, m, r);
      break;
    default: {
      add(out, budget, rng_.percent(50) ? Kind::TryLock : Kind::TimedLock, m, r);
      Block inside;
      add(inside, budget, Kind::Unlock, m);
      add_if(out, r, 0, std::move(inside));
      break;
    }
  }
}

void Generator::condition(Block& out, int& budget) {
  const uint32_t m = mutex(), flag = variable();
  const Kind wake = rng_.percent(60) ? Kind::Signal : Kind::Broadcast;
  const bool locked = !rng_.percent(20) && !(held_ & (1u << m));
  const bool late = locked && rng_.percent(20);  // the signal is sent after the critical section
  if (locked) add(out, budget, Kind::Lock, m);
  if (rng_.percent(50)) {
    const uint32_t how = rng_.below(20);
    add(out, budget, how < 13 ? Kind::Await : how < 17 ? Kind::AwaitOnce : Kind::AwaitTimed, flag, 0, 0, m);
    if (rng_.percent(50)) add(out, budget, Kind::Store, flag, 0, 0);
    if (locked) add(out, budget, Kind::Unlock, m);
    return;
  }
  if (!rng_.percent(15)) add(out, budget, Kind::Store, flag, 0, 1);
  if (late) add(out, budget, Kind::Unlock, m);
  if (!rng_.percent(10)) add(out, budget, wake, m);
  if (locked && !late && rng_.percent(15)) add(out, budget, wake, m);
  if (locked && !late) add(out, budget, Kind::Unlock, m);
}

void Generator::semaphore(Block& out, int& budget, int depth) {
  if (rng_.percent(40)) {
    add(out, budget, Kind::SemWait);
    append_block(out, budget, depth, 1);
    add(out, budget, Kind::SemPost);
  } else if (rng_.percent(35)) {
    constexpr Kind kinds[] = {Kind::SemTryWait, Kind::SemTryWait, Kind::SemTimed, Kind::SemGet};
    add(out, budget, kinds[rng_.below(4)], 0, reg());
  } else {
    add(out, budget, rng_.percent(50) && !in_endless_ ? Kind::SemPost : Kind::SemWait);
  }
}

void Generator::rwlock(Block& out, int& budget) {
  const uint32_t r = reg(), v = variable();
  switch (rng_.below(5)) {
    case 0:
    case 1:
      add(out, budget, Kind::ReadLock);
      add(out, budget, rng_.percent(85) ? Kind::Load : Kind::Store, v, r);
      if (rng_.percent(25)) add(out, budget, Kind::Load, v, 1 - r);
      break;
    case 2:
      add(out, budget, Kind::WriteLock);
      add(out, budget, Kind::StoreReg, v, r, 1);
      break;
    default: {
      constexpr Kind kinds[] = {Kind::TryReadLock,  Kind::TryWriteLock,  Kind::TryReadLock,
                                Kind::TryWriteLock, Kind::TimedReadLock, Kind::TimedWriteLock};
      add(out, budget, kinds[rng_.below(6)], 0, r);
      Block inside;
      add(inside, budget, Kind::RwUnlock);
      add_if(out, r, 0, std::move(inside));
      return;
    }
  }
  if (in_endless_ || !rng_.percent(8)) add(out, budget, Kind::RwUnlock);
}

void Generator::spin_lock(Block& out, int& budget, int depth) {
  if (rng_.percent(20)) {
    const uint32_t r = reg();
    add(out, budget, Kind::SpinTry, 0, r);
    Block inside;
    add(inside, budget, Kind::SpinUnlock);
    return add_if(out, r, 0, std::move(inside));
  }
  add(out, budget, Kind::SpinLock);
  append_block(out, budget, depth, 1);
  if (in_endless_ || !rng_.percent(8)) add(out, budget, Kind::SpinUnlock);
}

void Generator::lifecycle(Block& out, int& budget) {
  const uint32_t m = mutex(), pick = rng_.below(10);
  if (has(kCondition) && pick < 4)
    return add(out, budget, rng_.percent(50) ? Kind::DestroyCondition : Kind::InitCondition, m);
  if (has(kSemaphore) && pick < 4)
    return add(out, budget, rng_.percent(40) ? Kind::DestroySem : Kind::InitSem, 0, 0, rng_.below(2));
  constexpr Kind kinds[] = {Kind::InitMutex, Kind::WipeLock, Kind::PeekLock, Kind::InitMutex, Kind::DestroyMutex};
  add(out, budget, kinds[rng_.below(5)], m, reg());
}

// Each child is started by one statement. Any thread may join it.
void Generator::children(Block& out, int& budget) {
  if (spawned_ < children_ && !in_endless_ && rng_.percent(60)) return add(out, budget, Kind::Spawn, spawned_++);
  const uint32_t child = spawned_ > 0 && rng_.percent(80) ? spawned_ - 1 : rng_.below(children_);
  const uint32_t pick = rng_.below(10);
  if (pick < 1) return add(out, budget, Kind::DetachSelf);
  add(out, budget, pick < 8 ? Kind::JoinChild : Kind::DetachChild, child);
}

}  // namespace mover::differential
