// The pass itself: it prepares the module, enlarges variables by red zones, and instruments each function.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <vector>

#include "bitcode/addresses_as_numbers.h"
#include "bitcode/argument_temporaries.h"
#include "bitcode/atomic_increment.h"
#include "bitcode/compound_literals.h"
#include "bitcode/source_names.h"
#include "instrument/bounds.h"
#include "instrument/extents.h"
#include "instrument/instrument.h"
#include "instrument/lifetimes.h"
#include "instrument/red_zones.h"
#include "instrument/renewal.h"
#include "instrument/reported_frames.h"
#include "instrument/type_texts.h"
#include "instrument/unset.h"

namespace mover::instrument {

using namespace llvm;

bool is_of_library(StringRef name) {
  for (const char* start : {"_ZNSt", "_ZNKSt", "_ZSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"})
    if (name.starts_with(start)) return true;
  return false;
}

namespace {

// Gives the call that registers the destructor of a variable the location of the variable, as the front end gives it
// none.
void place_registration(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || (callee->getName() != "__cxa_atexit" && callee->getName() != "__cxa_thread_atexit")) return;
  const auto* variable = dyn_cast<GlobalVariable>(call.getArgOperand(1)->stripPointerCasts());
  DISubprogram* function = call.getFunction()->getSubprogram();
  if (variable == nullptr || function == nullptr || !call.getDebugLoc() || call.getDebugLoc().getLine() != 0) return;
  SmallVector<DIGlobalVariableExpression*, 1> known;
  variable->getDebugInfo(known);
  if (!known.empty() && known.front()->getVariable()->getFile() == function->getFile())
    call.setDebugLoc(DILocation::get(call.getContext(), known.front()->getVariable()->getLine(), 0, function));
}

void instrument(Instruction& instruction, Captures& captures, Bounds& bounds, Calls& calls) {
  if (instruction.hasMetadata(LLVMContext::MD_nosanitize)) return;  // inserted by another sanitizer
  bounds.check(instruction);
  check_arithmetic(instruction, calls);
  auto* call = dyn_cast<CallBase>(&instruction);
  if (call != nullptr) place_registration(*call);
  if (call != nullptr && call->isIndirectCall()) calls.redirect(*call);
  if (call != nullptr && call->isInlineAsm()) {
    instrument_assembly(*call, calls);
  } else if (call != nullptr && instrument_coroutine(*call, calls)) {
    return;
  } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    instrument_intrinsic(*intrinsic, captures, calls);
  } else if (!instrument_atomic(instruction, captures, calls)) {
    instrument_access(instruction, captures, calls);
  }
}

// __builtin_constant_p does not evaluate its operand. So instructions that compute only this operand are removed. (The
// front end of the interpreter does the same.)
void drop_constant_questions(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != Intrinsic::is_constant || isa<Constant>(call->getArgOperand(0)))
      continue;
    Value* operand = call->getArgOperand(0);
    call->replaceAllUsesWith(ConstantInt::getFalse(call->getContext()));
    call->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(operand);
  }
}

// The local variables that need red zones, because they may be accessed beyond their end. Variables of a coroutine may
// be in the heap, and get none. REQUIRES: the function is unchanged since the front end.
Locals locals_to_be_zoned(Function& function, Extents& extents) {
  Locals locals;
  if (function.isPresplitCoroutine()) return locals;
  for (Instruction& instruction : instructions(function)) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local != nullptr && !local->isUsedWithInAlloca() && !local->isSwiftError() && extents.may_leave(*local))
      locals.insert(local);
  }
  return locals;
}

// Hides the length of an array of variable length from constant propagation. With a constant length, the array would
// become a fixed part of the frame, and would no longer end at the stack pointer. Constants do not propagate through
// assembly.
void hide_lengths_of_arrays(Function& function) {
  for (Instruction& instruction : instructions(function)) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr || isa<Constant>(local->getArraySize())) continue;
    Type* type = local->getArraySize()->getType();
    IRBuilder<> at(local);
    auto* same = InlineAsm::get(FunctionType::get(type, {type}, false), "", "=r,0", false);
    local->setOperand(0, at.CreateCall(same, {local->getArraySize()}));
  }
}

void instrument(Function& function, const Locals& zoned, Parameters& parameters, Bounds& bounds, Calls& calls) {
  std::vector<Instruction*> as_written, addresses, computing;
  std::vector<CallBase*> allocations;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block) {
      as_written.push_back(&instruction);
      if (isa<PtrToIntInst>(instruction) || isa<ICmpInst>(instruction) ||
          bitcode::variable_as_number(instruction) != nullptr)
        addresses.push_back(&instruction);
      if (isa<PtrToIntInst>(instruction) || isa<BinaryOperator>(instruction) || isa<TruncInst>(instruction))
        computing.push_back(&instruction);
      if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && bitcode::allocated_type(*call) != nullptr)
        allocations.push_back(call);
    }
  Captures captures(function, parameters);
  Lifetimes lifetimes(function, captures, zoned);
  Unset unset(function, captures, zoned, calls);
  for (Instruction* instruction : as_written) instrument(*instruction, captures, bounds, calls);
  for (CallBase* call : allocations) report_allocation(*call, calls);
  note_numbers(function, computing, calls);
  for (Instruction* instruction : addresses) note_address(*instruction, calls);
  note_arguments(function, calls);
  note_hash_of_handle(function, calls);
  unset.instrument();
  lifetimes.instrument(calls);
  unset.drop_marks();
  put_zones_around(zoned, calls.layout());
  hide_lengths_of_arrays(function);
  instrument_loops(function, calls);
}

// Restricts optimisation, which runs after this pass, in three ways. It must not fold calls of the C library
// (free(realloc(p, n)) into free(p)), because their effects on memory would be lost. It must not remove calls that only
// read memory and whose results are not used (strlen, functions that are declared pure), because these reads may be
// errors. It must neither inline the user's
// functions into functions of the library (such as the one that a std::thread runs) nor make tail calls in them,
// because the run-time library finds the places of operations by return addresses on the stack.
void keep_calls(Module& module) {
  for (Function& function : module) {
    if (function.isIntrinsic()) continue;
    if (!function.isDeclaration() || !function.doesNotAccessMemory()) function.removeFnAttr(Attribute::Memory);
    if (function.isDeclaration()) {
      function.addFnAttr(Attribute::NoBuiltin);
      function.removeFnAttr(Attribute::AllocKind);
    } else {
      for (Instruction& instruction : instructions(function))
        if (auto* call = dyn_cast<CallBase>(&instruction);
            call != nullptr && !isa<IntrinsicInst>(call) && !call->isInlineAsm()) {
          call->removeFnAttr(Attribute::Builtin);
          call->removeFnAttr(Attribute::Memory);
        }
      if (is_of_library(function.getName())) continue;
      function.addFnAttr("disable-tail-calls", "true");
      if (!function.hasFnAttribute(Attribute::AlwaysInline)) function.addFnAttr(Attribute::NoInline);
    }
  }
}

// Records the address of the function's code in a section. If the linker drops the function, it drops the record, too,
// so the run-time library can distinguish code that was compiled with instrumentation from other code
// (runtime/libraries/unseen_code.h). A coroutine has a second record, because it does not report when its variables
// begin and end; so has a function that does not report all of them. The functions into which a coroutine is split
// inherit its records.
void mark(Function& function, bool is_complete) {
  MDBuilder builder(function.getContext());
  SmallVector<MDBuilder::PCSection, 2> records{{"mover_code", {}}};
  if (function.isPresplitCoroutine())
    records.push_back({"mover_coroutine", {}});
  else if (!is_complete)
    records.push_back({"mover_incomplete", {}});
  function.setMetadata(LLVMContext::MD_pcsections, builder.createPCSections(records));
}

// Makes the module refer to the run-time library even if it accesses nothing. The reference marks it as instrumented.
void mark(Module& module) {
  Type* type = Type::getInt8Ty(module.getContext());
  Constant* symbol = module.getOrInsertGlobal("__mover_instrumented", type);
  auto* reference =
      new GlobalVariable(module, symbol->getType(), true, GlobalValue::PrivateLinkage, symbol, "mover.reference");
  appendToUsed(module, {reference});
}

struct Instrument : PassInfoMixin<Instrument> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    record_assembly(module);
    keep_calls(module);
    Calls calls(module);
    prepare_library_atomics(module, calls);
    Parameters parameters;
    Extents extents(module.getDataLayout());
    Sizes sizes;
    std::vector<std::pair<Function*, Locals>> as_written;
    for (Function& function : module)
      if (!function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked))
        as_written.push_back({&function, {}});
    for (auto& [function, zoned] : as_written) copy_value_parameters(*function);
    for (auto& [function, zoned] : as_written) drop_constant_questions(*function);
    for (auto& [function, zoned] : as_written) bitcode::repair_atomic_increments(*function);
    for (auto& [function, zoned] : as_written) bitcode::mark_compound_literals(*function);
    for (auto& [function, zoned] : as_written) bitcode::mark_argument_temporaries(*function);
    for (auto& [function, zoned] : as_written) give_new_addresses(*function, parameters, sizes, calls);
    for (auto& [function, zoned] : as_written) zoned = locals_to_be_zoned(*function, extents);
    ReportedFrames frames;
    for (auto& [function, zoned] : as_written) frames.add(*function, zoned, parameters);
    for (auto& [function, zoned] : as_written) mark(*function, frames.is_complete(*function));
    put_zones_after_globals(module, sizes, calls);
    report_globals(module, calls);
    Bounds bounds(sizes, calls);
    for (auto& [function, zoned] : as_written) instrument(*function, zoned, parameters, bounds, calls);
    mark(module);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace

}  // namespace mover::instrument

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "mover-instrument", "1", [](llvm::PassBuilder& builder) {
            builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
              passes.addPass(mover::instrument::Instrument());
            });
          }};
}
