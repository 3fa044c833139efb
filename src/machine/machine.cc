#include "machine/machine.h"

#include <algorithm>

namespace mover {

uint64_t size_of_object(ir::SyncOp op) {
  using ir::SyncOp;
  if (op <= SyncOp::MutexDestroy) return 40;
  if (op <= SyncOp::CondDestroy) return 48;
  if (op <= SyncOp::RwDestroy) return 56;
  if (op <= SyncOp::SpinDestroy) return 4;
  if (op <= SyncOp::SemDestroy) return 32;
  if (op <= SyncOp::BarrierDestroy) return 32;
  return 4;  // pthread_once_t
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
