#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

enum class Effect { None, SamePointer, Captures };

// Those that make no pointer known to anything else. (Attributes of other functions say that the pointer does not outlive the
// call; another thread may have it meanwhile.)
Effect effect_of(const IntrinsicInst& call, const Use& use) {
  if (call.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(call) || isa<MemIntrinsic>(call)) return Effect::None;
  switch (call.getIntrinsicID()) {
    case Intrinsic::vastart:
    case Intrinsic::vacopy:
    case Intrinsic::vaend:
    case Intrinsic::assume:
    case Intrinsic::objectsize:
    case Intrinsic::prefetch:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::stackrestore:
      return Effect::None;
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ptr_annotation:
    case Intrinsic::ptrmask:
      return Effect::SamePointer;
    default:
      return Effect::Captures;
  }
}

Effect effect_of(const Use& use) {
  const auto& user = *cast<Instruction>(use.getUser());
  switch (user.getOpcode()) {
    case Instruction::Load:
    case Instruction::ICmp:
      return Effect::None;
    case Instruction::Store:
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg: {
      const unsigned pointer = user.getOpcode() == Instruction::Store ? StoreInst::getPointerOperandIndex() : 0;
      return use.getOperandNo() == pointer ? Effect::None : Effect::Captures;
    }
    case Instruction::GetElementPtr:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::PHI:
    case Instruction::Select:
    case Instruction::Freeze:
      return Effect::SamePointer;
    case Instruction::Call:
    case Instruction::Invoke: {
      const auto& call = cast<CallBase>(user);
      if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return effect_of(*intrinsic, use);
      const bool copied = call.isArgOperand(&use) && call.isByValArgument(call.getArgOperandNo(&use));
      return copied ? Effect::None : Effect::Captures;
    }
    default:
      return Effect::Captures;
  }
}

bool can_be_captured(const Value& local) {
  SmallVector<const Value*, 16> left{&local};
  SmallPtrSet<const Value*, 16> seen{&local};
  while (!left.empty()) {
    for (const Use& use : left.pop_back_val()->uses()) {
      const Effect effect = effect_of(use);
      if (effect == Effect::Captures) return true;
      if (effect == Effect::SamePointer && seen.insert(use.getUser()).second) left.push_back(use.getUser());
    }
  }
  return false;
}

}  // namespace

Captures::Captures(Function& function) : is_coroutine_(function.isPresplitCoroutine()) {}

bool Captures::is_captured(const Value& local) {
  auto [known, is_new] = known_.try_emplace(&local, false);
  if (is_new) known->second = can_be_captured(local);
  return known->second;
}

bool Captures::is_private(const Value& pointer) {
  const Value* object = getUnderlyingObject(&pointer, 0);
  const auto* argument = dyn_cast<Argument>(object);
  const bool is_local = isa<AllocaInst>(object) || (argument != nullptr && argument->hasByValAttr());
  return is_local && !is_coroutine_ && !is_captured(*object);
}

}  // namespace mover::instrument
