// Emits statements that synchronise threads.
#include "differential/emitter.h"

namespace mover::differential {

using ir::Order;
using ir::Predicate;
using ir::SyncOp;
bool Emitter::emit_mutex(const Stmt& s) {
  switch (s.kind) {
    case Kind::Lock:
      simple(SyncOp::MutexLock, objects_.mutexes, s);
      return true;
    case Kind::Unlock:
      simple(SyncOp::MutexUnlock, objects_.mutexes, s);
      return true;
    case Kind::TryLock:
      set_if_failed(s, simple(SyncOp::MutexTryLock, objects_.mutexes, s));
      return true;
    case Kind::TimedLock:
      set_if_failed(s, simple(SyncOp::MutexTimedLock, objects_.mutexes, s));
      return true;
    case Kind::Guarded:
      emit_guarded(s);
      return true;
    case Kind::InitMutex:
      build_.sync(SyncOp::MutexInit, {mutex(s.object), value(s)});
      return true;
    case Kind::InitRwLock:
      build_.sync(SyncOp::RwInit, {build_.global(objects_.rwlocks[s.object]), value(s)});
      return true;
    case Kind::DestroyMutex:
      simple(SyncOp::MutexDestroy, objects_.mutexes, s);
      return true;
    case Kind::SpinLock:
      simple(SyncOp::SpinLock, objects_.spins, s);
      return true;
    case Kind::SpinUnlock:
      simple(SyncOp::SpinUnlock, objects_.spins, s);
      return true;
    case Kind::SpinTry:
      set_if_failed(s, simple(SyncOp::SpinTryLock, objects_.spins, s));
      return true;
    default:
      return false;
  }
}

void Emitter::emit_guarded(const Stmt& s) {
  const auto inside = build_.label(), out = build_.label();
  const int32_t error = build_.sync(SyncOp::MutexTryLock, {mutex(s.object)});
  build_.branch(build_.compare(Predicate::Eq, error, build_.number(0)), inside, out);
  build_.place(inside);
  emit(s.body);
  build_.at_line(s.end_line);
  build_.sync(SyncOp::MutexUnlock, {mutex(s.object)});
  build_.place(out);
}

bool Emitter::emit_condition(const Stmt& s) {
  switch (s.kind) {
    case Kind::Await:
      emit_await(s, SyncOp::CondWait, true);
      return true;
    case Kind::AwaitOnce:
      emit_await(s, SyncOp::CondWait, false);
      return true;
    case Kind::AwaitTimed:
      emit_await(s, SyncOp::CondTimedWait, false);
      return true;
    case Kind::Signal:
      simple(SyncOp::CondSignal, objects_.conditions, s);
      return true;
    case Kind::Broadcast:
      simple(SyncOp::CondBroadcast, objects_.conditions, s);
      return true;
    case Kind::InitCondition:
      simple(SyncOp::CondInit, objects_.conditions, s);
      return true;
    case Kind::DestroyCondition:
      simple(SyncOp::CondDestroy, objects_.conditions, s);
      return true;
    default:
      return false;
  }
}

void Emitter::emit_await(const Stmt& s, SyncOp wait, bool again) {
  const auto test = build_.label(), waits = build_.label(), out = build_.label();
  const int32_t seen = build_.fresh();
  build_.place(test);
  build_.load(seen, variable(s), Order::NotAtomic);
  build_.branch(build_.compare(Predicate::Eq, seen, value(s)), waits, out);
  build_.place(waits);
  build_.sync(wait, {build_.global(objects_.conditions[s.second]), mutex(s.second)});
  if (again) build_.jump(test);
  build_.place(out);
}

bool Emitter::emit_other_sync(const Stmt& s) {
  switch (s.kind) {
    case Kind::SemWait:
      simple(SyncOp::SemWait, objects_.semaphores, s);
      return true;
    case Kind::SemPost:
      simple(SyncOp::SemPost, objects_.semaphores, s);
      return true;
    case Kind::SemTryWait:
      set_if_failed(s, simple(SyncOp::SemTryWait, objects_.semaphores, s));
      return true;
    case Kind::SemTimed:
      set_if_failed(s, simple(SyncOp::SemTimedWait, objects_.semaphores, s));
      return true;
    case Kind::SemGet:
      set(s, simple(SyncOp::SemGetValue, objects_.semaphores, s));
      return true;
    case Kind::InitSem:
      build_.sync(SyncOp::SemInit, {build_.global(objects_.semaphores[s.object]), value(s)});
      return true;
    case Kind::DestroySem:
      simple(SyncOp::SemDestroy, objects_.semaphores, s);
      return true;
    case Kind::BarrierWait:
      simple(SyncOp::BarrierWait, objects_.barriers, s);
      return true;
    case Kind::InitBarrier:
      build_.sync(SyncOp::BarrierInit, {build_.global(objects_.barriers[s.object]), value(s)});
      return true;
    case Kind::ReadLock:
      simple(SyncOp::RwRdLock, objects_.rwlocks, s);
      return true;
    case Kind::WriteLock:
      simple(SyncOp::RwWrLock, objects_.rwlocks, s);
      return true;
    case Kind::TryReadLock:
      set_if_failed(s, simple(SyncOp::RwTryRdLock, objects_.rwlocks, s));
      return true;
    case Kind::TryWriteLock:
      set_if_failed(s, simple(SyncOp::RwTryWrLock, objects_.rwlocks, s));
      return true;
    case Kind::TimedReadLock:
      set_if_failed(s, simple(SyncOp::RwTimedRdLock, objects_.rwlocks, s));
      return true;
    case Kind::TimedWriteLock:
      set_if_failed(s, simple(SyncOp::RwTimedWrLock, objects_.rwlocks, s));
      return true;
    case Kind::RwUnlock:
      simple(SyncOp::RwUnlock, objects_.rwlocks, s);
      return true;
    case Kind::CallOnce:
      emit_once(s);
      return true;
    case Kind::Yield:
      build_.sync(SyncOp::Yield, {});
      return true;
    default:
      return false;
  }
}

void Emitter::emit_once(const Stmt& s) {
  const auto first = build_.label(), out = build_.label();
  const int32_t is_first = simple(SyncOp::OnceBegin, objects_.onces, s);
  build_.branch(build_.compare(Predicate::Ne, is_first, build_.number(0)), first, out);
  build_.place(first);
  build_.at_line(layout_.once_line);
  build_.store(build_.global(objects_.variables[0]), build_.number(1), Order::NotAtomic);
  build_.at_line(s.line);
  simple(SyncOp::OnceEnd, objects_.onces, s);
  build_.place(out);
}

// Emits the creation, joining and detaching of threads. The numbers of functions are those of the layout: children from
// the last to the first, then threads.
bool Emitter::emit_threads(const Stmt& s) {
  const Operand zero = build_.number(0);
  auto handle_in = [&](Operand place) {
    const int32_t handle = build_.fresh();
    build_.load(handle, place, Order::NotAtomic, 64);
    return handle;
  };
  auto child = [&] { return build_.global(objects_.handles[s.object]); };
  switch (s.kind) {
    case Kind::Create:
      build_.sync(SyncOp::ThreadCreate,
                  {handles_[s.object], build_.function(layout_.children + s.second), zero, zero, zero});
      return true;
    case Kind::Join:
      build_.sync(SyncOp::ThreadJoin, {handle_in(handles_[s.object])});
      return true;
    case Kind::Detach:
      build_.sync(SyncOp::ThreadDetach, {handle_in(handles_[s.object])});
      return true;
    case Kind::Spawn:
      build_.sync(SyncOp::ThreadCreate, {child(), build_.function(layout_.children - 1 - s.object), zero, zero, zero});
      return true;
    case Kind::JoinChild: {  // if a thread joins itself, pthread_join() returns an error at once
      const auto join = build_.label(), out = build_.label();
      const int32_t handle = handle_in(child());
      build_.branch(build_.compare(ir::Predicate::Ne, handle, build_.service(ir::ServiceOp::ThreadSelf, {}), 64), join,
                    out);
      build_.place(join);
      build_.sync(SyncOp::ThreadJoin, {handle});
      build_.place(out);
      return true;
    }
    case Kind::DetachChild:
      build_.sync(SyncOp::ThreadDetach, {handle_in(child())});
      return true;
    case Kind::DetachSelf:
      build_.sync(SyncOp::ThreadDetach, {build_.service(ir::ServiceOp::ThreadSelf, {})});
      return true;
    case Kind::Quit:
      build_.sync(SyncOp::ThreadExit, {zero});
      return true;
    default:
      return false;
  }
}

}  // namespace mover::differential
