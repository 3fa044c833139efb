// What a program reads clocks for.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// Whether it may look what time it is. Otherwise all it does with the time is to compute the deadlines of timed waits
// from it, in local variables, by the few operations that this takes (clock_use.cc lists them): then no thread can tell
// whether clocks move.
bool looks_at_time(llvm::Module& program);

}  // namespace mover::frontend
