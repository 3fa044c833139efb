// Finds the first use of a local variable, before which its lifetime can begin if Clang does not mark it.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace mover::bitcode {

// An instruction that dominates all uses of the local; null if there are none, or if the first one is a phi node.
inline llvm::Instruction* first_use(const llvm::AllocaInst& local, const llvm::DominatorTree& dominators) {
  std::vector<llvm::Instruction*> users;
  for (const llvm::User* user : local.users())
    users.push_back(const_cast<llvm::Instruction*>(llvm::cast<llvm::Instruction>(user)));
  if (users.empty()) return nullptr;
  llvm::BasicBlock* block = users.front()->getParent();
  for (const llvm::Instruction* user : users)
    block = dominators.findNearestCommonDominator(block, const_cast<llvm::BasicBlock*>(user->getParent()));
  llvm::Instruction* first = block->getTerminator();
  for (llvm::Instruction* user : users)
    if (user->getParent() == block && user->comesBefore(first)) first = user;
  return llvm::isa<llvm::PHINode>(first) ? nullptr : first;
}

inline llvm::ConstantInt* size_of(const llvm::AllocaInst& local) {
  const uint64_t bytes = local.getDataLayout().getTypeAllocSize(local.getAllocatedType()).getFixedValue();
  return llvm::ConstantInt::get(llvm::Type::getInt64Ty(local.getContext()), bytes);
}

}  // namespace mover::bitcode
