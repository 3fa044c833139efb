// Instruments the lifetimes of local variables to which a pointer may exist after their end. A lifetime begins and ends
// at the front end's marks of blocks, or at the entry and the exits of the function.
#include "instrument/lifetimes.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>

#include "bitcode/renewed_locals.h"
#include "instrument/type_texts.h"

namespace mover::instrument {

using namespace llvm;

namespace {

// Whether the instruction loads a variable itself, such as the value that is returned. (A load through a pointer might
// access the variable that has ended.)
bool is_load_of_variable(const Instruction& instruction) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  return load != nullptr && isa<AllocaInst>(load->getPointerOperand());
}

// Whether no memory is accessed between the mark and the return of the function. If so, the block ends with the
// function.
bool leads_to_return(const Instruction& mark) {
  const Instruction* next = mark.getNextNonDebugInstruction();
  for (unsigned blocks = 0; blocks < 4;) {
    const auto* intrinsic = dyn_cast<IntrinsicInst>(next);
    if (isa<ReturnInst>(next)) return true;
    if (const auto* branch = dyn_cast<BranchInst>(next); branch != nullptr && branch->isUnconditional()) {
      next = branch->getSuccessor(0)->getFirstNonPHIOrDbg();
      ++blocks;
    } else if ((intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd()) || is_load_of_variable(*next)) {
      next = next->getNextNonDebugInstruction();
    } else {
      return false;
    }
  }
  return false;
}

// Whether the variable is in an inner block of main, so that it ends before main returns. Variables of main's outermost
// block end with the process, when no thread can use them any more.
bool ends_before_main(IntrinsicInst& mark) {
  auto* local = dyn_cast<AllocaInst>(mark.getArgOperand(1)->stripPointerCasts());
  return mark.getFunction()->getName() == "main" && local != nullptr && bitcode::is_in_inner_block(*local);
}

// The point before a call that replaces the function (a tail call), or before its return.
Instruction& last_moment(Instruction& leaves) {
  if (CallInst* instead = leaves.getParent()->getTerminatingMustTailCall()) return *instead;
  return leaves;
}

}  // namespace

Lifetimes::Lifetimes(Function& function, Captures& captures, const Locals& zoned) : zoned_(zoned) {
  if (function.isPresplitCoroutine()) return;  // its variables do not end when it returns
  for (Instruction& instruction : instructions(function)) {
    if (auto* local = dyn_cast<AllocaInst>(&instruction)) {
      if (captures.may_be_outlived(*local) || zoned.contains(local))
        (local->isStaticAlloca() ? locals_ : arrays_).push_back(local);
    } else if (isa<ReturnInst>(instruction) || isa<ResumeInst>(instruction)) {
      exits_.push_back(&instruction);
    } else if (isa<LandingPadInst>(instruction)) {
      arrivals_.push_back(&instruction);
    } else if (auto* call = dyn_cast<CallInst>(&instruction)) {
      if (call->canReturnTwice()) arrivals_.push_back(call);
      auto* intrinsic = dyn_cast<IntrinsicInst>(call);
      if (intrinsic == nullptr) continue;
      if (intrinsic->getIntrinsicID() == Intrinsic::stackrestore) restores_.push_back(intrinsic);
      if (intrinsic->getIntrinsicID() == Intrinsic::lifetime_end && leads_to_return(*intrinsic) &&
          !ends_before_main(*intrinsic))
        ends_with_function_.insert(intrinsic);
    }
  }
}

void Lifetimes::instrument(Calls& calls) {
  for (Instruction* arrival : arrivals_) {
    Before at(**arrival->getInsertionPointAfterDef());
    calls.call(at, "__mover_unwound", at.getVoidTy(), {});
  }
  for (AllocaInst* local : locals_) instrument(*local, calls);
  if (!arrays_.empty()) instrument_arrays(calls);
  for (IntrinsicInst* mark : erased_) mark->eraseFromParent();
}

void Lifetimes::report(Calls& calls, const char* what, Instruction& before, Value& local, uint64_t size) {
  Before at(before);
  calls.call(at, what, at.getVoidTy(), {&local, at.getInt64(size)});
}

void Lifetimes::report_begin(Calls& calls, Instruction& before, Value& local, uint64_t size, bool is_zoned) {
  const std::string name = local_text(local);
  if (name.empty()) return report(calls, is_zoned ? "__mover_zoned_begin" : "__mover_local_begin", before, local, size);
  Before at(before);
  calls.call(at, is_zoned ? "__mover_named_zoned_begin" : "__mover_named_begin", at.getVoidTy(),
             {&local, at.getInt64(size), at.CreateGlobalString(name, "mover.name")});
}

// Reports the end of the variable at each exit of the function. The end of main has functions of its own, because the
// program ends with it.
void Lifetimes::report_exits(Calls& calls, Value& local, uint64_t size, bool is_zoned) {
  for (Instruction* leaves : exits_) {
    const bool is_main = leaves->getFunction()->getName() == "main";
    const char* what = is_zoned  ? is_main ? "__mover_zoned_main_end" : "__mover_zoned_frame_end"
                       : is_main ? "__mover_main_end"
                                 : "__mover_frame_end";
    report(calls, what, last_moment(*leaves), local, size);
  }
}

// The marks are removed afterwards. Without marks, no other variable of the function gets the same address, so uses
// after the end can be detected.
void Lifetimes::instrument(AllocaInst& local, Calls& calls) {
  const uint64_t size = local.getAllocationSize(calls.layout())->getFixedValue();
  const bool is_zoned = zoned_.contains(&local);
  std::vector<IntrinsicInst*> marks;
  for (User* user : local.users())
    if (auto* mark = dyn_cast<IntrinsicInst>(user); mark != nullptr && mark->isLifetimeStartOrEnd())
      marks.push_back(mark);
  for (IntrinsicInst* mark : marks) {
    const bool starts = mark->getIntrinsicID() == Intrinsic::lifetime_start;
    if (starts)
      report_begin(calls, *mark, local, size, is_zoned);
    else if (!ends_with_function_.contains(mark))
      report(calls, "__mover_block_end", *mark, local, size);
  }
  if (marks.empty()) report_begin(calls, *local.getNextNonDebugInstruction(), local, size, is_zoned);
  for (IntrinsicInst* mark : marks) erased_.push_back(mark);
  report_exits(calls, local, size, is_zoned);
}

// Instruments arrays of variable length, and calls of alloca. They end when the stack pointer is moved back past them.
// At the end of a block, the run-time library chooses the new stack pointer, so that the next array need not get the
// address of the previous one.
void Lifetimes::instrument_arrays(Calls& calls) {
  for (AllocaInst* array : arrays_) {
    Before at(*array->getNextNonDebugInstruction());
    Value* count = at.CreateZExtOrTrunc(array->getArraySize(), at.getInt64Ty());
    Value* size = at.CreateMul(count, at.getInt64(calls.layout().getTypeAllocSize(array->getAllocatedType())));
    calls.call(at, zoned_.contains(array) ? "__mover_named_zoned_begin" : "__mover_named_begin", at.getVoidTy(),
               {array, size, at.CreateGlobalString(local_text(*array), "mover.name")});
  }
  Function& function = *arrays_.front()->getFunction();
  Instruction* first = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  Before entry(*first);
  Value* top = entry.CreateStackSave();
  for (IntrinsicInst* restore : restores_) {
    Before at(*restore);
    Value* saved = restore->getArgOperand(0);
    restore->setArgOperand(
        0, calls.call(at, "__mover_stack_restored", saved->getType(), {at.CreateStackSave(), saved, top}));
  }
  for (Instruction* leaves : exits_) {
    Before at(last_moment(*leaves));
    calls.call(at, "__mover_stack_end", at.getVoidTy(), {at.CreateStackSave(), top});
  }
}

}  // namespace mover::instrument
