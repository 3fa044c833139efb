// The uses that a program makes of clocks.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// Whether the program may observe the time. Otherwise it uses the time only to compute the deadlines of timed waits, in
// local variables and with a few operations (clock_use.cc lists them): then no thread can observe whether clocks
// advance.
bool observes_time(llvm::Module& program);

}  // namespace mover::frontend
