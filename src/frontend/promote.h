// Promotes locals to registers if their address does not escape. Besides the corrections of Clang's output in
// src/bitcode, this is the only transformation of the program before its translation.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// A call of a function with this attribute stands for the value of a local before the first write to it.
inline constexpr const char* kUninitialisedAttribute = "mover-uninitialised";

void promote_locals(llvm::Module& module);

}  // namespace mover::frontend
