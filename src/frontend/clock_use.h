// Decides whether a program can observe that time passes.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// Whether the program may observe the time. It cannot if it uses the time only to compute deadlines of timed waits, in
// local variables and with certain operations (computes_deadline in clock_use.cc).
bool observes_time(llvm::Module& program);

}  // namespace mover::frontend
