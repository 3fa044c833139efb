// Instruments atomic accesses in libstdc++'s headers that implement synchronisation objects:
// - std::atomic<std::shared_ptr> has a lock in the lowest bit of a pointer. libstdc++ releases it after a load with
//   relaxed order (shared_ptr_atomic.h), which is formally a race. Here the unlock is a release, as the standard
//   requires. Acquiring the lock changes only that bit, so reuse of the pointer (ABA) does not matter.
// - std::counting_semaphore has a greatest count, and a std::latch must not be counted below zero. The instrumentation
//   reports each change of the count to the run-time library, right after it.
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

// The functions below make their atomic accesses in callees that are always inlined. The callees are inlined here
// already, so that their accesses belong to the function.
void inline_calls(Function& function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr || callee == &function || callee->isDeclaration() ||
          !callee->hasFnAttribute(Attribute::AlwaysInline))
        continue;
      InlineFunctionInfo info;
      if (!InlineFunction(*call, info).isSuccess()) continue;
      changed = true;
      break;
    }
  }
}

template <typename Access>
std::vector<Access*> all(Function& function) {
  std::vector<Access*> found;
  for (Instruction& instruction : instructions(function))
    if (auto* access = dyn_cast<Access>(&instruction)) found.push_back(access);
  return found;
}

// Inserts reports of the old value of the count, and of the amount that is added or subtracted.
void report_counts(Function& function, const char* name, uint64_t most, Calls& calls) {
  inline_calls(function);
  for (AtomicRMWInst* update : all<AtomicRMWInst>(function)) {
    Before at(*update->getNextNode());
    Value* old = at.CreateSExt(update, at.getInt64Ty());
    Value* amount = at.CreateSExt(update->getValOperand(), at.getInt64Ty());
    calls.call(at, name, at.getVoidTy(), {old, amount, at.getInt64(most)});
  }
}

}  // namespace

void prepare_library_atomics(Module& module, Calls& calls) {
  for (Function& function : module) {
    StringRef name = function.getName();
    if (function.isDeclaration()) continue;
    uint64_t most = 0;
    const bool is_of_pointer = name.starts_with("_ZNKSt10_Sp_atomicI");
    if (is_of_pointer &&
        (name.contains("E13_Atomic_count6unlockE") || name.contains("E13_Atomic_count14_M_wait_unlockE"))) {
      inline_calls(function);
      for (AtomicRMWInst* update : all<AtomicRMWInst>(function))
        update->setOrdering(AtomicOrdering::SequentiallyConsistent);
    } else if (is_of_pointer && name.contains("E13_Atomic_count4lockE")) {
      inline_calls(function);
      for (AtomicCmpXchgInst* exchange : all<AtomicCmpXchgInst>(function))
        exchange->setMetadata(kTakesLock, MDNode::get(module.getContext(), {}));
    } else if (name == "_ZNSt5latch10count_downEl") {
      report_counts(function, "__mover_latch_counted", 0, calls);
    } else if (name.consume_front("_ZNSt18counting_semaphoreILl") && !name.consumeInteger(10, most) &&
               name == "EE7releaseEl") {
      report_counts(function, "__mover_semaphore_released", most, calls);
    }
  }
}

}  // namespace mover::instrument
