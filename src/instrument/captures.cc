// Escape analysis: determines to which objects of a frame other threads may have a pointer, and to which of them a
// pointer may exist after their end.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

bool is_plain_variable(const Value& where) {
  const auto* variable = dyn_cast<AllocaInst>(&where);
  return variable != nullptr && all_of(variable->uses(), [&](const Use& use) {
           const auto* intrinsic = dyn_cast<IntrinsicInst>(use.getUser());
           const auto* store = dyn_cast<StoreInst>(use.getUser());
           return isa<LoadInst>(use.getUser()) || (intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd()) ||
                  (store != nullptr && use.getOperandNo() == StoreInst::getPointerOperandIndex());
         });
}

bool is_known_function(const Function& function) {
  return !function.isDeclaration() && !function.isInterposable() && !function.isPresplitCoroutine() &&
         !function.hasFnAttribute(Attribute::Naked);
}

namespace {

enum class Effect { None, SamePointer, Stored, Returns, Captures };

// The effect of an intrinsic on its pointer argument. Only the intrinsics in this list do not capture it. (The
// attribute `nocapture` does not suffice: it says that the pointer does not outlive the call, but another thread may
// use it during the call.)
Effect effect_of_intrinsic(const IntrinsicInst& call) {
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

// The effect of a call on its pointer argument. Functions of the run-time library keep no pointer.
Effect effect_of_call(const CallBase& call, const Use& use, Parameters& parameters) {
  if (!call.isArgOperand(&use)) return Effect::Captures;
  const unsigned number = call.getArgOperandNo(&use);
  if (call.isByValArgument(number)) return Effect::None;
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return Effect::Captures;
  if (callee->getName().starts_with("__tsan_") || callee->getName().starts_with("__mover_")) return Effect::None;
  if (!is_known_function(*callee) || number >= callee->arg_size()) return Effect::Captures;
  switch (parameters.escape_of(*callee->getArg(number))) {
    case Parameters::Escape::None:
      return Effect::None;
    case Parameters::Escape::Returned:
      return Effect::SamePointer;
    default:
      return Effect::Captures;
  }
}

Effect effect_of(const Use& use, Parameters& parameters) {
  const auto& user = *cast<Instruction>(use.getUser());
  switch (user.getOpcode()) {
    case Instruction::Load:
    case Instruction::ICmp:
      return Effect::None;
    case Instruction::Ret:
      return Effect::Returns;
    case Instruction::Store:
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg: {
      const unsigned pointer = user.getOpcode() == Instruction::Store ? StoreInst::getPointerOperandIndex() : 0;
      if (use.getOperandNo() == pointer) return Effect::None;
      return user.getOpcode() == Instruction::Store ? Effect::Stored : Effect::Captures;
    }
    case Instruction::GetElementPtr:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::PHI:
    case Instruction::Select:
    case Instruction::Freeze:
      return Effect::SamePointer;
    case Instruction::Call:
    case Instruction::Invoke:
      if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&user)) return effect_of_intrinsic(*intrinsic);
      return effect_of_call(cast<CallBase>(user), use, parameters);
    default:
      return Effect::Captures;
  }
}

bool calls_known_function(const Use& use) {
  const auto* call = dyn_cast<CallBase>(use.getUser());
  return call == nullptr || (call->getCalledFunction() != nullptr && is_known_function(*call->getCalledFunction()));
}

// `kept` is set if the function itself stores the pointer in a variable. `only_known`: calls of functions that this
// module does not define are ignored.
Parameters::Escape escape_of_pointer(const Value& pointer, Parameters& parameters, bool& kept,
                                     bool only_known = false) {
  SmallVector<const Value*, 16> left{&pointer};
  SmallPtrSet<const Value*, 16> seen{&pointer};
  auto follow = [&](const Value* value) {
    if (seen.insert(value).second) left.push_back(value);
  };
  bool returned = false;
  while (!left.empty()) {
    for (const Use& use : left.pop_back_val()->uses()) {
      switch (effect_of(use, parameters)) {
        case Effect::None:
          break;
        case Effect::SamePointer:
          follow(use.getUser());
          break;
        case Effect::Returns:
          returned = true;
          break;
        case Effect::Stored: {
          const Value* where = cast<StoreInst>(use.getUser())->getPointerOperand();
          if (!is_plain_variable(*where)) return Parameters::Escape::Captured;
          kept = true;
          for (const User* user : where->users())
            if (isa<LoadInst>(user)) follow(user);
          break;
        }
        case Effect::Captures:
          if (!only_known || calls_known_function(use)) return Parameters::Escape::Captured;
          break;
      }
    }
  }
  return returned ? Parameters::Escape::Returned : Parameters::Escape::None;
}

}  // namespace

// While a recursive function is being analysed, its own result is assumed to be the worst case.
Parameters::Escape Parameters::escape_of(const Argument& parameter) {
  auto [known, is_new] = known_.try_emplace(&parameter, Escape::Captured);
  if (!is_new) return known->second;
  bool kept = false;
  const Escape escape = escape_of_pointer(parameter, *this, kept);
  return known_[&parameter] = escape;
}

Captures::Captures(Function& function, Parameters& parameters)
    : is_coroutine_(function.isPresplitCoroutine()), parameters_(parameters) {}

const Captures::Known& Captures::analyse(const Value& local) {
  auto [known, is_new] = known_.try_emplace(&local);
  if (is_new)
    known->second.captured = escape_of_pointer(local, parameters_, known->second.kept) != Parameters::Escape::None;
  return known->second;
}

bool Captures::is_captured(const Value& local) { return analyse(local).captured; }
bool Captures::may_be_outlived(const Value& local) { return analyse(local).captured || analyse(local).kept; }

bool Captures::may_be_kept(const Value& local) {
  bool kept = false;
  return escape_of_pointer(local, parameters_, kept, true) != Parameters::Escape::None || kept;
}

bool Captures::is_private(const Value& pointer) {
  const Value* object = getUnderlyingObject(&pointer, 0);
  const auto* argument = dyn_cast<Argument>(object);
  const bool is_local = isa<AllocaInst>(object) || (argument != nullptr && argument->hasByValAttr());
  return is_local && !is_coroutine_ && !is_captured(*object);
}

}  // namespace mover::instrument
