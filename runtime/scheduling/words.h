// Waiting on words of memory, and waking the waiters: the kernel's futex (scheduling/words.cc).
#pragma once

#include "scheduling/world.h"

namespace mover::runtime {

// Executes the operation on a word. Waits (CondWait, CondTimedWait) return an error number. Wake-ups (CondSignal,
// CondBroadcast) return the number of threads that they woke.
int64_t on_word(ir::SyncOp op, const uint32_t* word, uint64_t value, const void* pc);

}  // namespace mover::runtime
