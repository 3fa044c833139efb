// The reason why an operation on a synchronisation object is disabled.
#include "machine/blocking.h"

namespace mover {

WaitsFor what_blocks(ir::SyncOp op, const sync::Object<uint32_t>& object) {
  switch (sync::kind_of(op)) {
    case sync::Kind::Mutex:
      return WaitsFor::Mutex;
    case sync::Kind::RwLock:
      return op == ir::SyncOp::RwRdLock && object.owner == 0 ? WaitsFor::Writers : WaitsFor::RwLock;
    case sync::Kind::Spin:
      return WaitsFor::Spin;
    case sync::Kind::Semaphore:
      return WaitsFor::Semaphore;
    case sync::Kind::Thread:
      return WaitsFor::Join;
    default:
      return WaitsFor::Once;
  }
}

}  // namespace mover
