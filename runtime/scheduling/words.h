// Waiting on words of memory, and waking the waiters: the kernel's futex (scheduling/words.cc).
#pragma once

#include "scheduling/world.h"

namespace mover::runtime {

// CondWait, CondTimedWait: an error number. CondSignal, CondBroadcast: how many were woken.
int64_t on_word(ir::SyncOp op, const uint32_t* word, uint64_t value, const void* pc);

}  // namespace mover::runtime
