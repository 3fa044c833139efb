// The initialisation of static locals. Compiled code tests the guard of such a variable, and calls __cxa_guard_acquire
// if the test says that the variable may not be initialised yet. The call tests that, too. So the first test is left
// out, which makes a use of the variable one step instead of two, and a step that is independent of other threads'
// uses.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

void drop_tests_of_guards(llvm::Module& module);

}  // namespace mover::frontend
