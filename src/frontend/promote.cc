// Promotes locals to registers with LLVM's mem2reg. If a local is written on only one of two paths, mem2reg uses the
// value of that path for both, because an undefined value may be any value. That would hide uses of the undefined
// value, which Mover must report. So every promoted local that is read first gets an explicit initial value about which
// LLVM knows nothing: the result of a call, which the translation replaces by an undefined value. The local gets this
// value at the beginning of the function, and again where its block begins: in the next iteration of a loop, it is a
// new variable.
#include "frontend/promote.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <string>
#include <vector>

#include "bitcode/renewed_locals.h"

namespace mover::frontend {

namespace {

class Promoter {
 public:
  explicit Promoter(llvm::Module& module) : module_(module) {}

  void run(llvm::Function& function) {
    std::vector<llvm::AllocaInst*> locals;
    for (auto& instruction : function.getEntryBlock())
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (llvm::isAllocaPromotable(local)) locals.push_back(local);
    if (locals.empty()) return;
    for (auto* local : locals)
      if (is_read(*local)) write_uninitialised(*local);
    llvm::DominatorTree dominators(function);
    llvm::AssumptionCache assumptions(function);
    llvm::PromoteMemToReg(locals, dominators, &assumptions);
  }

 private:
  static bool is_read(const llvm::AllocaInst& local) {
    return llvm::any_of(local.users(), [](const llvm::User* user) { return llvm::isa<llvm::LoadInst>(user); });
  }

  void write_uninitialised(llvm::AllocaInst& local) {
    std::vector<llvm::Instruction*> begins{&local};
    for (llvm::User* user : local.users())
      if (bitcode::lifetime_mark(user, llvm::Intrinsic::lifetime_start) != nullptr)
        begins.push_back(llvm::cast<llvm::Instruction>(user));
    for (llvm::Instruction* begin : begins) {
      llvm::IRBuilder<> builder(begin->getParent(), std::next(begin->getIterator()));
      builder.CreateStore(builder.CreateCall(uninitialised(local.getAllocatedType())), &local);
    }
  }

  llvm::FunctionCallee uninitialised(llvm::Type* type) {
    llvm::Function*& function = functions_[type];
    if (function == nullptr) {
      function = llvm::Function::Create(llvm::FunctionType::get(type, false), llvm::GlobalValue::ExternalLinkage,
                                        "__mover_uninitialised", module_);
      function->addFnAttr(kUninitialisedAttribute);
    }
    return function;
  }

  llvm::Module& module_;
  llvm::DenseMap<llvm::Type*, llvm::Function*> functions_;
};

}  // namespace

// Replaces __builtin_constant_p by false, and removes the instructions that compute only its operand, which the
// language does not evaluate.
static void remove_is_constant(llvm::Function& function) {
  for (auto& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::is_constant) continue;
    llvm::Value* operand = call->getArgOperand(0);
    call->replaceAllUsesWith(llvm::ConstantInt::getFalse(call->getContext()));
    call->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(operand);
  }
}

void promote_locals(llvm::Module& module) {
  Promoter promoter(module);
  for (auto& function : module)
    if (!function.isDeclaration()) {
      remove_is_constant(function);
      promoter.run(function);
    }
}

}  // namespace mover::frontend
