// Marks the lifetimes of temporaries. An argument of class type that is passed by value is a temporary of the caller if
// its class has a destructor, and so is a result that is not used. Clang calls the destructor at the end of the full
// expression, but does not mark the end of the lifetime, so that the object would live until the caller returns. The
// front end and the native engine's instrumentation add the marks, each in its own copy of the unoptimised module.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "bitcode/first_use.h"

namespace mover::bitcode {

inline bool is_destructor(const llvm::Function* function) {
  if (function == nullptr || !function->getReturnType()->isVoidTy()) return false;
  const llvm::StringRef name = function->getName();
  return name.starts_with("_ZN") && (name.ends_with("D1Ev") || name.ends_with("D2Ev"));
}

// The calls of the destructor of the object in the local.
inline std::vector<llvm::CallInst*> destructions(const llvm::AllocaInst& local) {
  std::vector<llvm::CallInst*> found;
  for (const llvm::User* user : local.users())
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        call != nullptr && is_destructor(call->getCalledFunction()) && call->getArgOperand(0) == &local)
      found.push_back(const_cast<llvm::CallInst*>(call));
  return found;
}

inline void mark_argument_temporaries(llvm::Function& function) {
  if (function.isPresplitCoroutine()) return;  // temporaries may be in the coroutine's frame, which outlives the call
  std::vector<llvm::AllocaInst*> temporaries;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        local != nullptr && local->isStaticAlloca() && local->getName().starts_with("agg.tmp"))
      temporaries.push_back(local);
  if (temporaries.empty()) return;
  const llvm::DominatorTree dominators(function);
  for (llvm::AllocaInst* temporary : temporaries) {
    const std::vector<llvm::CallInst*> ends = destructions(*temporary);
    llvm::Instruction* first = ends.empty() ? nullptr : first_use(*temporary, dominators);
    if (first == nullptr) continue;
    for (llvm::CallInst* end : ends)
      llvm::IRBuilder<>(end->getNextNode()).CreateLifetimeEnd(temporary, size_of(*temporary));
    llvm::IRBuilder<>(first).CreateLifetimeStart(temporary, size_of(*temporary));
  }
}

}  // namespace mover::bitcode
