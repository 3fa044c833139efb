// Inserts calls of the run-time library.
#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

// If a function has debug information, LLVM requires that each of its calls that can be inlined has a location.
Before::Before(Instruction& instruction) : IRBuilder<>(&instruction) {
  DISubprogram* function = instruction.getFunction()->getSubprogram();
  if (!getCurrentDebugLocation() && function != nullptr)
    SetCurrentDebugLocation(DILocation::get(instruction.getContext(), function->getLine(), 0, function));
}

// The call is no tail call, because its return address identifies the place.
CallInst* Calls::call(IRBuilder<>& at, const Twine& name, Type* result, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 4> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee callee = module_.getOrInsertFunction(name.str(), FunctionType::get(result, types, false));
  if (auto* function = dyn_cast<Function>(callee.getCallee())) function->setDoesNotThrow();
  CallInst* call = at.CreateCall(callee, arguments);
  call->setTailCallKind(CallInst::TCK_NoTail);
  call->setDoesNotThrow();
  return call;
}

void Calls::access(IRBuilder<>& at, Value* pointer, uint64_t size, bool write) {
  if (size == 0) return;
  if (pointer->getType()->getPointerAddressSpace() != 0) return not_followed(at, "access to another address space");
  const char* const kind = write ? "__tsan_write" : "__tsan_read";
  if (size <= 16 && isPowerOf2_64(size))
    call(at, kind + Twine(size), at.getVoidTy(), {pointer});
  else
    call(at, kind + Twine("_range"), at.getVoidTy(), {pointer, at.getInt64(size)});
}

void Calls::access(IRBuilder<>& at, Value* pointer, Value* size, bool write) {
  if (pointer->getType()->getPointerAddressSpace() != 0) return not_followed(at, "access to another address space");
  call(at, write ? "__tsan_write_range" : "__tsan_read_range", at.getVoidTy(), {pointer, size});
}

// The first pointer argument, which is the object if this is a virtual call. If the callee has no name, the class of
// the object identifies it.
static Value* object_of(const CallBase& call) {
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.getArgOperand(i)->getType()->isPointerTy() && !call.paramHasAttr(i, Attribute::StructRet))
      return call.getArgOperand(i);
  return ConstantPointerNull::get(PointerType::getUnqual(call.getContext()));
}

void Calls::redirect(CallBase& call_site) {
  Before at(call_site);
  Value* const target = call_site.getCalledOperand();
  if (target->getType()->getPointerAddressSpace() != 0) return;
  call_site.setCalledOperand(call(at, "__mover_call_target", target->getType(), {target, object_of(call_site)}));
}

void Calls::not_followed(IRBuilder<>& at, const std::string& what) {
  call(at, "__mover_not_followed", at.getVoidTy(), {at.CreateGlobalString(what, "mover.what")});
}

}  // namespace mover::instrument
