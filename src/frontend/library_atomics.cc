#include "frontend/library_atomics.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace mover::frontend {

namespace {

constexpr uint64_t kPolls = 16;  // std::__detail::__atomic_spin_count
constexpr uint64_t kSeqCst = __ATOMIC_SEQ_CST;

void poll_once(llvm::Function& spin) {
  for (llvm::Instruction& instruction : llvm::instructions(spin)) {
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    if (comparison == nullptr) continue;
    const auto* bound = llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
    if (bound != nullptr && bound->equalsInt(kPolls))
      comparison->setOperand(1, llvm::ConstantInt::get(bound->getType(), 1));
  }
}

// The order in which the lock is released is a parameter, or the constant in a call of std::atomic's fetch_sub.
void release_in_order(llvm::Function& unlock) {
  llvm::Argument* order = unlock.arg_size() > 1 ? unlock.getArg(1) : nullptr;
  if (order == nullptr) return;
  llvm::Constant* seq_cst = llvm::ConstantInt::get(order->getType(), kSeqCst);
  for (llvm::Instruction& instruction : llvm::instructions(unlock)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee->getName().contains("fetch_sub"))
      call->setArgOperand(call->arg_size() - 1, seq_cst);
  }
}

void always_return_false(llvm::Function& function) {
  function.deleteBody();
  function.setComdat(nullptr);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "", &function));
  builder.CreateRet(builder.getFalse());
}

}  // namespace

void correct_library_atomics(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    if (function.isDeclaration()) continue;
    if (name.starts_with("_ZNSt8__detail13__atomic_spinI"))
      poll_once(function);
    else if (name.starts_with("_ZNKSt12__shared_ptrINSt13__future_base") && name.ends_with("6uniqueEv"))
      always_return_false(function);
    else if (name.starts_with("_ZNKSt10_Sp_atomicI") &&
             (name.contains("E13_Atomic_count6unlockE") || name.contains("E13_Atomic_count14_M_wait_unlockE")))
      release_in_order(function);
  }
}

}  // namespace mover::frontend
