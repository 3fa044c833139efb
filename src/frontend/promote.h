// Promotion of locals whose address never escapes from memory to registers: the only transformation of the program.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// A call of a function with this attribute stands for the value of a local that was never written.
inline constexpr const char* kUninitialisedAttribute = "mover-uninitialised";

void promote_locals(llvm::Module& module);

}  // namespace mover::frontend
