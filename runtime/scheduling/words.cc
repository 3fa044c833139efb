// Waiting on a word of memory, with the semantics of the kernel's futex.
#include "scheduling/words.h"

#include <cerrno>

#include "scheduling/permitted.h"

namespace mover::runtime {

using ir::SyncOp;
using Outcome = World::Outcome;

// These operations add no happens-before edges, and a wake-up without waiters has no effect.
Outcome World::word(uint32_t t, Thread& thread, const Operation& op) {
  thread.result = 0;
  if (op.sync == SyncOp::CondSignal || op.sync == SyncOp::CondBroadcast) {
    uint32_t i = 0;
    for (uint32_t u = 0; u < num_threads_; ++u) {
      if (threads_[u].life != Life::Waiting || threads_[u].wait_object != op.object) continue;
      if (op.sync == SyncOp::CondBroadcast || i == thread.choice)
        threads_[u].will_change(), threads_[u].life = Life::PastWord, ++thread.result;
      ++i;
    }
    return Outcome::Continues;
  }
  if (*reinterpret_cast<const uint32_t*>(address_of(op.object)) != static_cast<uint32_t>(op.argument)) {
    thread.result = EAGAIN;
    return Outcome::Continues;
  }
  begins_wait(op.loc, true);
  thread.will_change();
  thread.life = Life::Waiting;
  thread.wait_object = op.object;
  thread.wait_mutex = 0;
  thread.timed = op.sync == SyncOp::CondTimedWait;
  return Outcome::StaysParked;
}

int64_t on_word(SyncOp op, const uint32_t* word, uint64_t value, const void* pc) {
  Operation operation;
  operation.kind = ActionKind::Sync;
  operation.sync = op;
  operation.on_word = true;
  operation.object = reinterpret_cast<Address>(word);
  operation.argument = value;
  operation.loc = location(pc);
  return world.act(operation);
}

}  // namespace mover::runtime
