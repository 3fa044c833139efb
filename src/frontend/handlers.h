// What landing pads catch.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace mover::frontend {

// Whether the handlers of this landing pad catch every exception.
bool catches_all(const llvm::LandingPadInst& pad);

// Whether a handler of the module may catch std::bad_alloc. (What Clang adds to functions that are noexcept does not
// count: it calls std::terminate.)
bool handles_bad_alloc(const llvm::Module& module);

}  // namespace mover::frontend
