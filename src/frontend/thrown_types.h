// The names of the types that a program throws, for reports.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// Fills the table that std::terminate reads (src/cxxabi/terminate.cc).
void name_thrown_types(llvm::Module& module);

}  // namespace mover::frontend
