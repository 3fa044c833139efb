// The reason why an operation on a synchronisation object is disabled.
#pragma once

#include "machine/action.h"
#include "sync/model.h"

namespace mover {

// The kind of object for which a thread waits if its next operation is `op` on `object`. REQUIRES: the operation is
// disabled in this state of the object.
WaitsFor what_blocks(ir::SyncOp op, const sync::Object<uint32_t>& object);

}  // namespace mover
