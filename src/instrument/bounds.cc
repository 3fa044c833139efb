#include "instrument/bounds.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "bitcode/subscripts.h"

namespace mover::instrument {

using namespace llvm;

// The computation of a pointer from the address of a variable.
struct Bounds::Derivation {
  Value* variable = nullptr;
  SmallVector<GEPOperator*, 4> moves;
};

bool Bounds::find(Value& pointer, Derivation& derivation) const {
  Value* at = &pointer;
  while (auto* moved = dyn_cast<GEPOperator>(at)) {
    if (moved->getType()->isVectorTy()) return false;
    derivation.moves.push_back(moved);
    at = moved->getPointerOperand();
  }
  derivation.variable = at;
  return isa<AllocaInst>(at) || isa<GlobalVariable>(at) || sizes_.count(at) != 0;
}

Value* Bounds::size_of(IRBuilder<>& at, Value& variable) const {
  if (const auto known = sizes_.find(&variable); known != sizes_.end()) return at.getInt64(known->second);
  const DataLayout& layout = calls_.layout();
  if (auto* local = dyn_cast<AllocaInst>(&variable)) {
    const uint64_t element = layout.getTypeAllocSize(local->getAllocatedType());
    return at.CreateMul(at.CreateZExtOrTrunc(local->getArraySize(), at.getInt64Ty()), at.getInt64(element));
  }
  if (const auto* global = dyn_cast<GlobalVariable>(&variable)) {
    const bool is_known = global->hasInitializer() && !global->isInterposable() && !global->hasSection();
    return is_known ? at.getInt64(layout.getTypeAllocSize(global->getValueType())) : nullptr;
  }
  return nullptr;
}

// If all operands are constants, the builder folds the comparison.
void Bounds::check(Instruction& before, Value& pointer, Value& size, bool write) {
  Derivation derivation;
  if (!find(pointer, derivation)) return;
  Before at(before);
  Value* has = size_of(at, *derivation.variable);
  if (has == nullptr || has == at.getInt64(0)) return;
  Value* offset = at.getInt64(0);
  for (GEPOperator* moved : derivation.moves)
    offset = at.CreateAdd(offset, emitGEPOffset(&at, calls_.layout(), moved, true));
  Value* bytes = at.CreateZExtOrTrunc(&size, at.getInt64Ty());
  Value* leaves = at.CreateOr(at.CreateICmpUGT(offset, has), at.CreateICmpUGT(bytes, at.CreateSub(has, offset)));
  Value* fails = at.CreateAnd(at.CreateICmpNE(bytes, at.getInt64(0)), leaves);
  if (const auto* known = dyn_cast<ConstantInt>(fails); known != nullptr && known->isZero()) return;
  Before then(isa<Constant>(fails) ? before : *SplitBlockAndInsertIfThen(fails, &before, false));
  calls_.call(then, "__mover_out_of_bounds", then.getVoidTy(),
              {&pointer, bytes, derivation.variable, has, then.getInt32(write ? 1 : 0)});
}

void Bounds::check(Instruction& before, Value& pointer, uint64_t size, bool write) {
  check(before, pointer, *ConstantInt::get(Type::getInt64Ty(before.getContext()), size), write);
}

void Bounds::check_subscripts(Instruction& instruction) {
  for (const bitcode::Subscript& subscript : bitcode::subscripts_of(instruction)) {
    Before at(instruction);
    Value *index = at.CreateSExtOrTrunc(subscript.index, at.getInt64Ty()), *length = at.getInt64(subscript.length);
    Value* leaves = at.CreateICmpUGE(index, length);
    Before then(isa<Constant>(leaves) ? instruction : *SplitBlockAndInsertIfThen(leaves, &instruction, false));
    calls_.call(then, "__mover_subscript", then.getVoidTy(), {index, length});
  }
}

void Bounds::check(Instruction& instruction) {
  const DataLayout& layout = calls_.layout();
  if (Value* pointer = getLoadStorePointerOperand(&instruction)) {
    check(instruction, *pointer, layout.getTypeStoreSize(getLoadStoreType(&instruction)), isa<StoreInst>(instruction));
  } else if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction)) {
    check(instruction, *instruction.getOperand(0), layout.getTypeStoreSize(instruction.getOperand(1)->getType()), true);
  } else if (auto* memory = dyn_cast<MemIntrinsic>(&instruction)) {
    if (auto* copy = dyn_cast<MemTransferInst>(memory))
      check(instruction, *copy->getRawSource(), *copy->getLength(), false);
    check(instruction, *memory->getRawDest(), *memory->getLength(), true);
  } else if (auto* call = dyn_cast<CallBase>(&instruction)) {
    for (unsigned i = 0; i < call->arg_size(); ++i)
      if (call->isByValArgument(i))
        check(instruction, *call->getArgOperand(i), layout.getTypeAllocSize(call->getParamByValType(i)), false);
  }
  check_subscripts(instruction);
}

}  // namespace mover::instrument
