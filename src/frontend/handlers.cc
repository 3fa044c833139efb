#include "frontend/handlers.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>

namespace mover::frontend {

namespace {

bool terminates(const llvm::LandingPadInst& pad) {
  return std::ranges::any_of(*pad.getParent(), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && callee->getName() == "__clang_call_terminate";
  });
}

// Whether the clause is of std::bad_alloc, a base class of it, or all exceptions; or an exception specification.
bool may_catch_bad_alloc(const llvm::LandingPadInst& pad, unsigned clause) {
  const llvm::Constant& type = *pad.getClause(clause);
  return pad.isFilter(clause) || type.isNullValue() || type.getName() == "_ZTISt9bad_alloc" ||
         type.getName() == "_ZTISt9exception" || type.getName() == "_ZTISt20bad_array_new_length";
}

}  // namespace

bool catches_all(const llvm::LandingPadInst& pad) {
  for (unsigned i = 0; i < pad.getNumClauses(); ++i)
    if (pad.isCatch(i) && pad.getClause(i)->isNullValue()) return true;
  return false;
}

bool handles_bad_alloc(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&instruction);
      if (pad == nullptr || terminates(*pad)) continue;
      for (unsigned i = 0; i < pad->getNumClauses(); ++i)
        if (may_catch_bad_alloc(*pad, i)) return true;
    }
  return false;
}

}  // namespace mover::frontend
