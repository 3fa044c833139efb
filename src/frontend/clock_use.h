// What a program reads clocks for.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// Whether it may look what time it is. Otherwise all it does with the time is to compute the deadlines of timed waits from it,
// and compare that with constants (a second's nanoseconds): then nobody can tell whether clocks move.
bool looks_at_time(llvm::Module& program);

}  // namespace mover::frontend
