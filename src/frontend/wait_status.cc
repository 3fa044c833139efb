#include "frontend/wait_status.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace mover::frontend {

namespace {

// In this function, calls of `callee` become calls of `replacement`.
void replace_calls(llvm::Function& function, llvm::StringRef callee, llvm::StringRef replacement) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr || call->getCalledFunction()->getName() != callee)
      continue;
    call->setCalledFunction(function.getParent()->getOrInsertFunction(replacement, call->getFunctionType()));
  }
}

}  // namespace

bool is_wait_until(const llvm::Function& function) {
  return function.getName().starts_with("_ZNSt18condition_variable17__wait_until_implI");
}

void replace_clock_of_waits(llvm::Module& program) {
  for (llvm::Function& function : program) {
    if (is_wait_until(function)) {
      replace_calls(function, "_ZNSt6chrono3_V212steady_clock3nowEv", "__mover_time_after_wait");
      replace_calls(function, "_ZNSt6chrono3_V212system_clock3nowEv", "__mover_time_after_wait");
    } else if (function.getName().starts_with("_ZNSt9__condvar10wait_until")) {
      replace_calls(function, "pthread_cond_clockwait", "__mover_noting_cond_clockwait");
      replace_calls(function, "pthread_cond_timedwait", "__mover_noting_cond_timedwait");
    }
  }
}

}  // namespace mover::frontend
