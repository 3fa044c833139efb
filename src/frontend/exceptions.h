// Makes exceptions ordinary control flow. The run-time (src/cxxabi) keeps the exception with which a thread unwinds in
// a thread-local variable. Each call that may throw is followed by a test of the variable and a branch: of an invoke to
// its landing pad, which asks the run-time for the matching handler; of a call to the end of the function, which
// returns an undefined value.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

void lower_exceptions(llvm::Module& module);

}  // namespace mover::frontend
