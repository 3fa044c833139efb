// Instruments coroutines. A frame begins with the addresses of the functions that resume and destroy it. The current
// suspension point is stored in the frame, too, at an offset that is unknown until LLVM splits the function. The first
// word of the frame stands for all of these: resuming, destroying and suspending a coroutine write it, and done() reads
// it.
#include <llvm/IR/InstIterator.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kWord = 8;

Instruction* frame_of(Function& coroutine) {
  for (Instruction& instruction : instructions(coroutine))
    if (const auto* call = dyn_cast<CallBase>(&instruction);
        call != nullptr && call->getIntrinsicID() == Intrinsic::coro_begin)
      return &instruction;
  return nullptr;
}

void enter(Instruction& before, Value* frame, Calls& calls) {
  Before at(before);
  calls.call(at, "__mover_coroutine_enter", at.getVoidTy(), {frame});
}

// If await_suspend returns a handle, the coroutine of this handle is resumed next. The wrapper function that calls
// await_suspend is in this module, and reports the resumption before it returns.
void enter_returned(CallBase& await, Calls& calls) {
  constexpr const char* kDone = "mover-enters-returned";
  auto* wrapper = dyn_cast<Function>(await.getArgOperand(2)->stripPointerCasts());
  if (wrapper == nullptr || wrapper->isDeclaration()) {
    Before at(await);
    return calls.not_followed(at, "coroutine that resumes another one");
  }
  if (wrapper->hasFnAttribute(kDone)) return;
  wrapper->addFnAttr(kDone);
  for (BasicBlock& block : *wrapper)
    if (auto* leaves = dyn_cast<ReturnInst>(block.getTerminator())) enter(*leaves, leaves->getReturnValue(), calls);
}

// Reports the suspension before await_suspend is called, because from then on another thread may resume the coroutine.
void suspend(CallBase& save, Calls& calls) {
  Instruction* frame = frame_of(*save.getFunction());
  if (frame == nullptr) return;
  Before at(save);
  calls.access(at, frame, kWord, true);
}

}  // namespace

bool instrument_coroutine(CallBase& call, Calls& calls) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::coro_resume:
    case Intrinsic::coro_destroy:
      enter(call, call.getArgOperand(0), calls);
      return true;
    case Intrinsic::coro_done: {
      Before at(call);
      calls.access(at, call.getArgOperand(0), kWord, false);
      return true;
    }
    case Intrinsic::coro_begin: {
      Before at(**call.getInsertionPointAfterDef());
      calls.access(at, &call, 2 * kWord, true);
      return true;
    }
    case Intrinsic::coro_save:
      suspend(call, calls);
      return true;
    case Intrinsic::coro_suspend:
      if (isa<ConstantTokenNone>(call.getArgOperand(0))) suspend(call, calls);
      return true;
    case Intrinsic::coro_await_suspend_handle:
      enter_returned(call, calls);
      return true;
    default:
      return false;
  }
}

}  // namespace mover::instrument
