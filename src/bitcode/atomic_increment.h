// Corrects p++ and p-- on an atomic pointer (and on an atomic long double). For the value of the expression, Clang 19
// uses the value that was loaded before its compare-and-exchange loop, instead of the exchanged one. The front end and
// the native engine's instrumentation correct this, each in its own copy of the unoptimised module.
#pragma once

#include <llvm/IR/Instructions.h>

namespace mover::bitcode {

inline bool compares_and_exchanges(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) return true;
    if (callee != nullptr && callee->getName() == "__atomic_compare_exchange") return true;
  }
  return false;
}

// The value that a compare-and-exchange loop of a single block expects; null if the block is no such loop. In the first
// iteration it is the loaded value. In unoptimised code it is a phi node only if Clang generated the loop itself.
inline llvm::PHINode* expected_value(llvm::BasicBlock& block) {
  auto* expected = llvm::dyn_cast<llvm::PHINode>(&block.front());
  const auto* again = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (expected == nullptr || expected->getNumIncomingValues() != 2 || expected->getBasicBlockIndex(&block) < 0)
    return nullptr;
  if (again == nullptr || !again->isConditional() || again->getSuccessor(1) != &block) return nullptr;
  return compares_and_exchanges(block) ? expected : nullptr;
}

inline void repair_atomic_increments(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    llvm::PHINode* expected = expected_value(block);
    if (expected == nullptr) continue;
    const unsigned first = expected->getIncomingBlock(0) == &block ? 1 : 0;
    llvm::BasicBlock* before = expected->getIncomingBlock(first);
    auto* loaded = llvm::dyn_cast<llvm::LoadInst>(expected->getIncomingValue(first));
    // Under these conditions, a use in any block but these two is reached only through the loop.
    if (loaded == nullptr || loaded->getParent() != before || before->getSingleSuccessor() != &block) continue;
    loaded->replaceUsesWithIf(expected, [&](const llvm::Use& use) {
      const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      return user->getParent() != &block && user->getParent() != before;
    });
  }
}

}  // namespace mover::bitcode
