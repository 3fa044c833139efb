#include "frontend/coroutines.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Coroutines/CoroCleanup.h>
#include <llvm/Transforms/Coroutines/CoroEarly.h>
#include <llvm/Transforms/Coroutines/CoroSplit.h>

#include <utility>

namespace mover::frontend {

namespace {

// The end of such a local's block is not an event of the split function, because the memory belongs to the frame.
constexpr const char* kAssumption =
    "no pointer to a local variable of a coroutine that lives across a suspension is used after the variable's block "
    "has ended and before the coroutine is destroyed";

void note_assumption(llvm::Function& coroutine) {
  llvm::IRBuilder<> builder(&*coroutine.getEntryBlock().getFirstInsertionPt());
  llvm::FunctionCallee note =
      coroutine.getParent()->getOrInsertFunction("__mover_note", builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(note, {builder.CreateGlobalString(kAssumption)});
}

}  // namespace

void split_coroutines(llvm::Module& module) {
  bool has_coroutine = false;
  for (llvm::Function& function : module) {
    if (!function.isPresplitCoroutine()) continue;
    has_coroutine = true;
    note_assumption(function);
  }
  if (!has_coroutine) return;

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::ModulePassManager passes;
  passes.addPass(llvm::CoroEarlyPass());
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::CoroSplitPass(/*OptimizeFrame=*/false)));
  passes.addPass(llvm::CoroCleanupPass());
  passes.run(module, modules);
}

}  // namespace mover::frontend
