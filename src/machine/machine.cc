// Functions of synchronisation operations and of held locks that all machines share.
#include "machine/machine.h"

#include <algorithm>

#include "sync/model.h"

namespace mover {

uint64_t size_of_object(ir::SyncOp op) { return sync::size_of(sync::kind_of(op)); }

uint64_t size_of_left(const Action& action) {
  return size_of_object(action.sync == ir::SyncOp::BarrierWait ? action.sync : ir::SyncOp::CondWait);
}

bool initialises(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::MutexInit:
    case ir::SyncOp::CondInit:
    case ir::SyncOp::RwInit:
    case ir::SyncOp::SpinInit:
    case ir::SyncOp::SemInit:
    case ir::SyncOp::BarrierInit:
      return true;
    default:
      return false;
  }
}

bool destroys(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::MutexDestroy:
    case ir::SyncOp::CondDestroy:
    case ir::SyncOp::RwDestroy:
    case ir::SyncOp::SpinDestroy:
    case ir::SyncOp::SemDestroy:
    case ir::SyncOp::BarrierDestroy:
      return true;
    default:
      return false;
  }
}

bool holds_lock(const Machine& machine, ThreadId t, Address object, bool shared_too) {
  const std::span<const Held> held = machine.held(t);
  return std::any_of(held.begin(), held.end(),
                     [&](const Held& h) { return h.object == object && (shared_too || !h.shared); });
}

}  // namespace mover
