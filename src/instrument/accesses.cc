// Instruments loads, stores, and the copies that calls make of their arguments.
#include <llvm/Analysis/ValueTracking.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

bool is_constant(const Value& pointer) {
  const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(&pointer, 0));
  return global != nullptr && global->isConstant();
}

// Reports reads of the arguments that are passed by value in memory, as the call copies them.
void read_arguments(CallBase& call, Captures& captures, Calls& calls) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* source = call.getArgOperand(i);
    if (!call.isByValArgument(i) || captures.is_private(*source)) continue;
    Before builder(call);
    calls.access(builder, source, calls.layout().getTypeAllocSize(call.getParamByValType(i)), false);
  }
}

}  // namespace

bool instrument_access(Instruction& instruction, Captures& captures, Calls& calls) {
  if (auto* call = dyn_cast<CallBase>(&instruction)) return read_arguments(*call, captures, calls), true;
  Value* pointer = getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return false;
  const bool write = isa<StoreInst>(instruction);
  if (captures.is_private(*pointer) || (!write && is_constant(*pointer))) return true;
  Before builder(instruction);
  calls.access(builder, pointer, calls.layout().getTypeStoreSize(getLoadStoreType(&instruction)), write);
  return true;
}

}  // namespace mover::instrument
