#include "instrument/initialisation.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>

namespace mover::instrument {

using namespace llvm;

bool is_value(const Type& type) {
  return type.isIntOrIntVectorTy() || type.isFPOrFPVectorTy() || type.isPtrOrPtrVectorTy();
}

bool is_atomic_load(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->getName().starts_with("__tsan_atomic") && callee->getName().ends_with("_load");
}

const IntrinsicInst* as_start(const Instruction& instruction, const AllocaInst& local) {
  const auto* mark = dyn_cast<IntrinsicInst>(&instruction);
  return mark != nullptr && mark->getIntrinsicID() == Intrinsic::lifetime_start && mark->getArgOperand(1) == &local
             ? mark
             : nullptr;
}

namespace {

bool mentions(const Instruction& instruction, const AllocaInst& local) {
  return any_of(instruction.operands(), [&](const Use& operand) { return operand.get() == &local; });
}

// Whether the type is a class of the C++ library.
bool is_library_class(const Type& type) {
  const auto* known = dyn_cast<StructType>(&type);
  if (known == nullptr || !known->hasName()) return false;
  StringRef name = known->getName();
  if (!name.consume_front("class.")) name.consume_front("struct.");
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
}

// Whether the front end initialises the variable member by member. It does so for a class with a single member and for
// the captures of a lambda.
bool is_set_by_members(const Instruction& first, const AllocaInst& local, const DataLayout& layout) {
  const auto* type = dyn_cast<StructType>(local.getAllocatedType());
  const auto* member = dyn_cast<GetElementPtrInst>(&first);
  if (type == nullptr || member == nullptr) return false;
  if (type->hasName() && type->getName().starts_with("class.anon"))
    return all_of(type->elements(),
                  [](const Type* element) { return !element->isAggregateType() || is_library_class(*element); });
  const auto* store =
      member->hasAllZeroIndices() && !member->use_empty() ? dyn_cast<StoreInst>(*member->user_begin()) : nullptr;
  return store != nullptr && member->hasOneUse() && store->getParent() == member->getParent() &&
         store->getPointerOperand() == member &&
         layout.getTypeStoreSize(store->getValueOperand()->getType()) ==
             layout.getTypeAllocSize(local.getAllocatedType());
}

// Whether the first use of the local variable, in the same block, sets all of it. If the variable is of a class of the
// C++ library, the first function that gets its address is its constructor, unless this module defines the function.
bool is_set_from(const Instruction* next, const AllocaInst& local, const DataLayout& layout) {
  const uint64_t size = local.getAllocationSize(layout)->getFixedValue();
  for (; next != nullptr; next = next->getNextNode()) {
    if (!mentions(*next, local) || as_start(*next, local) != nullptr || isa<DbgInfoIntrinsic>(*next)) continue;
    if (const auto* store = dyn_cast<StoreInst>(next))
      return store->getPointerOperand() == &local &&
             layout.getTypeStoreSize(store->getValueOperand()->getType()) == size;
    if (const auto* fill = dyn_cast<MemIntrinsic>(next)) {
      const auto* length = dyn_cast<ConstantInt>(fill->getLength());
      return fill->getRawDest() == &local && length != nullptr && length->getZExtValue() >= size;
    }
    if (isa<IntrinsicInst>(next) || is_set_by_members(*next, local, layout)) return true;
    const auto* call = dyn_cast<CallBase>(next);
    return call != nullptr && is_library_class(*local.getAllocatedType()) &&
           (call->getCalledFunction() == nullptr || call->getCalledFunction()->isDeclaration());
  }
  return false;
}

}  // namespace

bool starts_set(const AllocaInst& local, const DataLayout& layout) {
  if (!local.isStaticAlloca()) return false;
  bool has_marks = false;
  for (const User* user : local.users()) {
    const IntrinsicInst* mark = as_start(*cast<Instruction>(user), local);
    if (mark == nullptr) continue;
    has_marks = true;
    if (!is_set_from(mark->getNextNode(), local, layout)) return false;
  }
  return has_marks || is_set_from(local.getNextNode(), local, layout);
}

bool is_always_set(const AllocaInst& variable, const DataLayout& layout) {
  return starts_set(variable, layout) && all_of(variable.users(), [](const User* user) {
           const auto* store = dyn_cast<StoreInst>(user);
           const Value* value = store == nullptr ? nullptr : store->getValueOperand();
           return value == nullptr || !isa<Instruction>(value) || isa<AllocaInst>(value) ||
                  (isa<CallBase>(value) && !isa<IntrinsicInst>(value) && !is_atomic_load(*cast<CallBase>(value)));
         });
}

bool is_register(const AllocaInst& local, const DataLayout& layout) {
  Type* type = local.getAllocatedType();
  if (!local.isStaticAlloca() || !is_value(*type) || !is_plain_variable(local)) return false;
  const auto size = layout.getTypeStoreSize(type);
  return all_of(local.users(), [&](const User* user) {
    return isa<IntrinsicInst>(user) || layout.getTypeStoreSize(getLoadStoreType(const_cast<User*>(user))) == size;
  });
}

namespace {

// Whether the value may be, or may be computed from, a value that was never set.
bool may_be_unset(const Value& value, const DataLayout& layout, unsigned depth = 0) {
  constexpr unsigned kDeepest = 8;
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || isa<AllocaInst>(instruction)) return false;
  if (const auto* load = dyn_cast<LoadInst>(instruction)) {
    const Value& from = *load->getPointerOperand();
    const auto* variable = dyn_cast<AllocaInst>(&from);
    if (variable != nullptr && is_register(*variable, layout)) return !is_always_set(*variable, layout);
    return !isa<GlobalVariable>(getUnderlyingObject(&from, 0));
  }
  if (const auto* call = dyn_cast<CallBase>(instruction); call != nullptr && !isa<IntrinsicInst>(call)) return false;
  if (depth == kDeepest || isa<PHINode>(instruction)) return true;
  return any_of(instruction->operands(),
                [&](const Use& operand) { return may_be_unset(*operand.get(), layout, depth + 1); });
}

}  // namespace

bool may_get_unset(const AllocaInst& local, const DataLayout& layout) {
  SmallVector<const Value*, 16> left{&local};
  SmallPtrSet<const Value*, 16> seen{&local};
  while (!left.empty()) {
    for (const Use& use : left.pop_back_val()->uses()) {
      const auto& user = *cast<Instruction>(use.getUser());
      const auto* store = dyn_cast<StoreInst>(&user);
      const auto* copy = dyn_cast<MemTransferInst>(&user);
      const auto* intrinsic = dyn_cast<IntrinsicInst>(&user);
      if (isa<LoadInst>(user) || isa<ICmpInst>(user) || isa<MemSetInst>(user)) continue;
      if (intrinsic != nullptr && (intrinsic->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic))) continue;
      if (store != nullptr) {
        if (store->getValueOperand() == use.get() || may_be_unset(*store->getValueOperand(), layout)) return true;
      } else if (copy != nullptr) {
        const bool is_target = use.getOperandNo() == 0;
        if (is_target && !isa<GlobalVariable>(getUnderlyingObject(copy->getRawSource(), 0))) return true;
      } else if (isa<GetElementPtrInst>(user) || isa<PHINode>(user) || isa<SelectInst>(user)) {
        if (seen.insert(&user).second) left.push_back(&user);
      } else {
        return true;
      }
    }
  }
  return false;
}

}  // namespace mover::instrument
