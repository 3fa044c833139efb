// Waking the threads that wait on a condition or at a barrier, and what the woken threads observe. A signal orders
// nothing by itself, so a woken thread may observe steps that do not happen-before its own
// (docs/decisions/0006-races.md).
#include <algorithm>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;
using ir::SyncOp;

void Vm::wake(sync::Wakes wakes, SyncOp op, Address object) {
  if (op == SyncOp::BarrierWait) {
    for (Ref<Thread>& other : state_.threads)
      if (other && other->status == Status::InBarrier && other->wait_object == object)
        other.write().status = Status::PastBarrier;
    return;
  }
  const std::vector<ThreadId> waiting = waiters(object);
  for (size_t i = 0; i < waiting.size(); ++i) {
    if (wakes == sync::Wakes::One && i != choice_) continue;
    Thread& woken = state_.threads[waiting[i]].write();
    woken.status = Status::Woken;
    if (!holds(*thread_, woken.wait_mutex, false)) observe_signal(waiting, woken, object);
  }
}

bool Vm::signals(const Thread& thread) const {
  if (thread.status != Status::Ready) return false;
  const Instr& in = instruction(thread);
  const auto op = static_cast<SyncOp>(in.sub);
  return in.op == Op::Sync && (op == SyncOp::CondSignal || op == SyncOp::CondBroadcast);
}

// Records that the woken thread observes a signal by a thread that does not hold the mutex. If unlocking this mutex was
// the last visible action of the signalling thread, the mutex, which the woken thread acquires next, orders all steps
// before the signal; only the signal's own access to the condition stays unordered. If the execution is repeated
// without a thread that has only come to wait between the unlock and the signal, the signal may wake another one of the
// waiting threads; this makes no difference unless the wait of that thread times out. (docs/decisions/0006-races.md)
void Vm::observe_signal(const std::vector<ThreadId>& waiting, const Thread& woken, Address condition) {
  const bool may_time_out = std::any_of(waiting.begin(), waiting.end(), [&](ThreadId t) {
    return &*state_.threads[t] != &woken && state_.threads[t]->timed_wait;
  });
  if (thread_->released != woken.wait_mutex || may_time_out) {
    observed_ = true;
    return;
  }
  const Slot slot = slot_of(condition);
  used_.use(used_place(slot, *state_.objects[slot], static_cast<uint64_t>(offset_of(condition))),
            sync::size_of(sync::Kind::Condition), true);
}

UsedObjects::Place Vm::used_place(Slot slot, const Object& object, uint64_t offset) const {
  return slot < first_dynamic_ ? UsedObjects::Place{0, slot, offset} : UsedObjects::Place{object.site, 0, offset};
}

// These bytes, which other threads can reach, are read, overwritten or freed by a plain access. If they contain a
// synchronisation object that was used, the access may race with the use. `keeps_uses`: the search for races has to
// record uses, which it does anyway if objects are freed.
void Vm::accesses_used(Slot slot, const Object& object, uint64_t offset, uint64_t size, bool keeps_uses) {
  if (used_.empty() || !object.shared || !others()) return;
  const UsedObjects::Place place = used_place(slot, object, offset);
  if (!used_.may_be_in(place)) return;
  const UsedObjects::Found found = used_.in(place, size);
  observed_ |= found.signalled;
  reinitialises_objects_ |= found.used && keeps_uses;
}

}  // namespace mover::vm
