// Decides which threads are enabled, and with how many alternatives.
#include <pthread.h>

#include "channels/channels.h"
#include "machine/blocking.h"
#include "memory/heap.h"
#include "memory/locals.h"
#include "memory/mappings.h"
#include "scheduling/permitted.h"
#include "scheduling/processes.h"
#include "scheduling/world.h"

namespace mover::runtime {

using ir::SyncOp;

// Whether the memory of the object has been freed or unmapped, or was a local variable that has ended. A thread that
// uses such an object is enabled, and fails.
bool World::object_has_ended(uint32_t t, const Operation& op) const {
  if (op.sync >= SyncOp::ThreadCreate) return false;
  if (op.in_left_frame) return true;
  if (processes_of_[t] != current_process_) return object_ended_[t];
  const Address place = address_of(op.object);
  if (Mappings::contains(place)) return !Mappings::may_access(place, 4, true);
  if (is_of_thread(place)) return locals.has_ended(t, place, 4, 0);
  if (!Heap::contains(place)) return false;
  const Block* block = heap.block_of(place);
  return block == nullptr || block->state != Block::State::Allocated;
}

bool World::prefers_writers(const Operation& op) const {
  if (op.kind != ActionKind::Sync || op.sync <= SyncOp::RwInit || op.sync >= SyncOp::RwDestroy) return false;
  const SyncObject* found = find(op.object);
  return found != nullptr && found->prefers_writers();
}

// Whether the operation finds a once control whose initialiser has run. (World::operate would set it back if its bytes
// were reset.)
bool World::only_observes(uint32_t t, const Operation& op) const {
  if (op.kind != ActionKind::Sync || op.sync != SyncOp::OnceBegin || object_has_ended(t, op)) return false;
  const SyncObject* found = find(op.object);
  if (found == nullptr || found->words.state != sync::kDone) return false;
  pthread_once_t now = PTHREAD_ONCE_INIT;
  read(op.object, &now, sizeof now);
  return now != PTHREAD_ONCE_INIT;
}

bool World::sync_enabled(uint32_t t, WaitsFor& why) const {
  const Operation& op = threads_[t].operation;
  if (!sync::may_block(op.sync) || object_has_ended(t, op)) return true;
  sync::View<sync::Numbers> view;
  if (op.sync == SyncOp::ThreadJoin) {
    const uint32_t u = by_handle(op.object);
    if (u == kMostThreads) return true;
    view = view_of_thread(u);
  } else {
    view = view_on_arrival(t, op);
  }
  why = what_blocks(op.sync, view.object);
  return sync::is_enabled(op.sync, sync::Phase::Arrives, view);
}

// Whether a compare-exchange may succeed now. For an exchange of 16 bytes, which does not set `compares`, the result is
// always true.
static bool may_exchange(const Operation& op) {
  uint64_t now = 0;
  if (op.compares) world.read(op.access.address, &now, op.access.size);
  return !op.compares || now == op.argument;
}

// Whether the thread spins only because a weak compare-exchange failed spuriously. Another failure would lead to the
// same state, so World::choices leaves that alternative out. The thread is enabled, and the exchange succeeds.
static bool fails_spuriously_again(const Thread& thread) {
  return thread.operation.alternatives == Alternatives::WeakExchange && may_exchange(thread.operation);
}

bool World::is_unblocked(uint32_t t, WaitsFor& why) const {
  const Thread& thread = threads_[t];
  const Viewpoint view(t);
  switch (thread.life) {
    case Life::Absent:
    case Life::Ended:
      return false;
    case Life::Fresh:
    case Life::PastBarrier:
    case Life::PastWord:
      return true;
    case Life::Waiting:
      why = WaitsFor::Condition;
      return thread.timed || permitted.spurious_wakeups;
    case Life::Woken:
      why = WaitsFor::Mutex;
      return sync::is_enabled(operation_after_wait(thread), sync::Phase::Resumes, view_after_wait(t));
    case Life::Queued:
      why = WaitsFor::RwLock;
      return sync::is_enabled(operation_after_wait(thread), sync::Phase::Resumes, view_after_wait(t));
    case Life::InBarrier:
      why = WaitsFor::Barrier;
      return false;
    case Life::Discarded:
      why = WaitsFor::Discarded;
      return false;
    case Life::Parked:
      break;
  }
  if (thread.spin_loop.closed && !fails_spuriously_again(thread)) {
    for (uint32_t i = 0; i < thread.spin_loop.num_reads; ++i) {
      const SpinLoop::Read& read = thread.spin_loop.reads[i];
      uint64_t now = 0;
      this->read(read.address, &now, read.size);
      if (now != read.value) return true;
    }
    return false;
  }
  if (thread.operation.call != nullptr) return call_is_enabled(*thread.operation.call, why);
  return thread.operation.kind != ActionKind::Sync || sync_enabled(t, why);
}

bool World::is_enabled(uint32_t t, WaitsFor& why) const {
  const ThreadId holder = atomic_holder;
  WaitsFor ignored = WaitsFor::Nothing;
  if (holder != ir::kNone && holder != t &&
      (is_unblocked(holder, ignored) || threads_[holder].life == Life::Discarded)) {
    is_unblocked(t, why);
    return false;
  }
  return is_unblocked(t, why);
}

uint32_t World::choices(uint32_t t) const {
  const Thread& thread = threads_[t];
  if (thread.life == Life::Waiting && thread.timed) return permitted.spurious_wakeups ? 2 : 1;
  if (thread.life != Life::Parked) return 1;
  const Operation& op = thread.operation;
  if (op.call != nullptr) {
    const Viewpoint view(t);
    return op.call->alternatives();
  }
  if (op.kind == ActionKind::Choice) return op.choices;
  if (op.alternatives == Alternatives::WeakExchange) return !thread.spin_loop.closed && may_exchange(op) ? 2 : 1;
  if (op.kind != ActionKind::Sync) return 1;
  switch (op.sync) {
    case SyncOp::CondSignal: {
      uint32_t waiting = 0;
      for (uint32_t u = 0; u < num_threads_; ++u)
        waiting += threads_[u].life == Life::Waiting && threads_[u].wait_object == op.object;
      return waiting > 1 ? waiting : 1;
    }
    default:
      return 1;
  }
}

}  // namespace mover::runtime
