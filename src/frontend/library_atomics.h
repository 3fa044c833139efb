// Corrections of atomic accesses in the headers of libstdc++.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// - Before libstdc++ waits for a word to change, it polls 16 times (bits/atomic_wait.h). All polls but the first are
// left
//   out: the wait itself returns at once if the word has changed, and then libstdc++ looks again.
// - std::atomic<std::shared_ptr> has a lock in the lowest bit of a pointer. libstdc++ releases it after a load with
// relaxed
//   order (bits/shared_ptr_atomic.h), which is formally a race. Here the unlock is a release, as the standard requires.
// - A promise that is destroyed reads without order whether a future refers to its state, and breaks the promise only
// if
//   one does. Here it always does. Without a future, no thread can observe the difference.
void correct_library_atomics(llvm::Module&);

}  // namespace mover::frontend
