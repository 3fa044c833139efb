// The waits of std::condition_variable that read the clock afterwards, to find out whether their deadline has passed.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// Whether this is std::condition_variable::__wait_until_impl, which all waits with a deadline call in libstdc++.
bool is_wait_until(const llvm::Function& function);

// Replaces the wait and the reading of the clock in these functions by those of src/libc/wait_status.c, which do not
// observe the time. To be called before the models are linked.
void replace_clock_of_waits(llvm::Module& program);

}  // namespace mover::frontend
