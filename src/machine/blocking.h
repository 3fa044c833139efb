// Why an operation on a synchronisation object is disabled.
#pragma once

#include "machine/action.h"
#include "sync/model.h"

namespace mover {

// The object with which a thread that arrives at this operation cannot go on, which is in this state.
WaitsFor what_blocks(ir::SyncOp op, const sync::Object<uint32_t>& object);

}  // namespace mover
