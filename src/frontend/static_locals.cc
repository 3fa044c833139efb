#include "frontend/static_locals.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace mover::frontend {

// Clang's code: `if (guard's first byte == 0) if (__cxa_guard_acquire(&guard)) …`.
static void drop_test_before(llvm::CallBase& acquire) {
  using namespace llvm::PatternMatch;
  llvm::BasicBlock* before = acquire.getParent()->getSinglePredecessor();
  auto* jump = before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  llvm::Value* guard = acquire.getArgOperand(0);
  if (jump == nullptr || !jump->isConditional() || jump->getSuccessor(0) != acquire.getParent()) return;
  llvm::Value* test = jump->getCondition();
  if (!match(test, m_SpecificICmp(llvm::ICmpInst::ICMP_EQ, m_Load(m_Specific(guard)), m_Zero()))) return;
  auto* load = llvm::cast<llvm::LoadInst>(llvm::cast<llvm::Instruction>(test)->getOperand(0));
  jump->setCondition(llvm::ConstantInt::getTrue(jump->getContext()));
  if (!test->use_empty()) return;
  llvm::cast<llvm::Instruction>(test)->eraseFromParent();
  if (load->use_empty()) load->eraseFromParent();
}

void drop_tests_of_guards(llvm::Module& module) {
  llvm::Function* acquire = module.getFunction("__cxa_guard_acquire");
  if (acquire == nullptr) return;
  for (llvm::User* user : acquire->users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call != nullptr && call->getCalledFunction() == acquire)
      drop_test_before(*call);
}

}  // namespace mover::frontend
