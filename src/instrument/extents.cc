#include "instrument/extents.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace mover::instrument {

using namespace llvm;

// Follows a pointer to all values that are computed from it, with their offsets from the pointer. If the analysis
// fails, the end of the extent is kAnywhere.
class Extents::Walk {
 public:
  explicit Walk(Extents& extents) : extents_(extents), layout_(extents.layout_) {}

  Extent of(const Argument& parameter) { return follow_uses({&parameter, 0, false}); }
  Extent of(const AllocaInst& local) { return follow_uses({&local, 0, true}); }

 private:
  static constexpr int64_t kVaries = INT64_MIN;
  struct Pointer {
    const Value* value;
    int64_t offset;  // kVaries: unknown
    // The value is computed from the address of the variable by getelementptr only. So bounds.cc checks its accesses if
    // the offset is unknown.
    bool is_direct;
  };

  Extent follow_uses(Pointer pointer) {
    follow(pointer);
    while (!left_.empty() && found_.end != kAnywhere) {
      const Pointer next = left_.pop_back_val();
      for (const Use& use : next.value->uses()) follow_use(use, next);
    }
    return found_;
  }

  void give_up() { found_.end = kAnywhere; }

  void follow(Pointer pointer) {
    if (pointer.offset == kVaries && !pointer.is_direct) return give_up();
    const auto [known, is_new] = seen_.try_emplace(pointer.value, pointer.offset);
    if (is_new)
      left_.push_back(pointer);
    else if (known->second != pointer.offset)
      give_up();
  }

  void access(int64_t offset, uint64_t size) {
    if (offset == kVaries) return;
    if (offset < 0 || size > INT32_MAX) return give_up();
    if (found_.end != kAnywhere) found_.end = std::max(found_.end, offset + static_cast<int64_t>(size));
  }

  void move(const GEPOperator& moved, const Use& use, Pointer from) {
    if (use.getOperandNo() != 0 || moved.getType()->isVectorTy()) return give_up();
    APInt by(64, 0);
    const bool is_constant = moved.accumulateConstantOffset(layout_, by);
    const int64_t offset = from.offset == kVaries || !is_constant ? kVaries : from.offset + by.getSExtValue();
    follow({&moved, offset, from.is_direct});
  }

  void store(const StoreInst& store, const Use& use, Pointer pointer) {
    if (use.getOperandNo() == StoreInst::getPointerOperandIndex())
      return access(pointer.offset, layout_.getTypeStoreSize(store.getValueOperand()->getType()));
    if (!is_plain_variable(*store.getPointerOperand())) return give_up();
    for (const User* user : store.getPointerOperand()->users())
      if (isa<LoadInst>(user)) follow({user, pointer.offset, false});
  }

  void intrinsic(const IntrinsicInst& call, Pointer pointer) {
    if (call.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(call)) return;
    if (const auto* copy = dyn_cast<MemIntrinsic>(&call)) {
      if (const auto* length = dyn_cast<ConstantInt>(copy->getLength()))
        return access(pointer.offset, length->getZExtValue());
      if (!pointer.is_direct) give_up();
      return;
    }
    switch (call.getIntrinsicID()) {
      case Intrinsic::launder_invariant_group:
      case Intrinsic::strip_invariant_group:
        return follow({&call, pointer.offset, false});
      case Intrinsic::vastart:
      case Intrinsic::vacopy:
      case Intrinsic::vaend:
        return access(pointer.offset, kVaList);
      default:
        return give_up();
    }
  }

  void call(const CallBase& call, const Use& use, Pointer pointer) {
    if (!call.isArgOperand(&use) || pointer.offset == kVaries) return give_up();
    const unsigned number = call.getArgOperandNo(&use);
    if (call.isByValArgument(number))
      return access(pointer.offset, layout_.getTypeAllocSize(call.getParamByValType(number)));
    const Function* callee = call.getCalledFunction();
    if (callee == nullptr || !is_known_function(*callee) || number >= callee->arg_size()) return give_up();
    const Extent theirs = extents_.of(*callee->getArg(number));
    if (theirs.end == kAnywhere) return give_up();
    if (theirs.end != 0) access(pointer.offset, static_cast<uint64_t>(theirs.end));
    if (theirs.returned) follow({&call, pointer.offset + theirs.returned_offset, false});
  }

  void follow_return(Pointer pointer) {
    if (pointer.is_direct || (found_.returned && found_.returned_offset != pointer.offset)) return give_up();
    found_.returned = true;
    found_.returned_offset = pointer.offset;
  }

  void follow_use(const Use& use, Pointer pointer) {
    const auto& user = *cast<Instruction>(use.getUser());
    switch (user.getOpcode()) {
      case Instruction::ICmp:
        return;
      case Instruction::Load:
        return access(pointer.offset, layout_.getTypeStoreSize(user.getType()));
      case Instruction::Store:
        return store(cast<StoreInst>(user), use, pointer);
      case Instruction::AtomicRMW:
      case Instruction::AtomicCmpXchg:
        if (use.getOperandNo() != 0) return give_up();
        return access(pointer.offset, layout_.getTypeStoreSize(user.getOperand(1)->getType()));
      case Instruction::GetElementPtr:
        return move(cast<GEPOperator>(user), use, pointer);
      case Instruction::PHI:
      case Instruction::Select:
      case Instruction::Freeze:
        return follow({&user, pointer.offset, false});
      case Instruction::Ret:
        return follow_return(pointer);
      case Instruction::Call:
      case Instruction::Invoke:
        if (const auto* known = dyn_cast<IntrinsicInst>(&user)) return intrinsic(*known, pointer);
        return call(cast<CallBase>(user), use, pointer);
      default:
        return give_up();
    }
  }

  Extents& extents_;
  const DataLayout& layout_;
  Extent found_;
  SmallVector<Pointer, 16> left_;
  DenseMap<const Value*, int64_t> seen_;
};

// While a recursive function is being analysed, its own result is assumed to be the worst case.
const Extents::Extent& Extents::of(const Argument& parameter) {
  if (const auto known = known_.find(&parameter); known != known_.end()) return known->second;
  known_[&parameter].end = kAnywhere;
  const Extent found = Walk(*this).of(parameter);
  return known_[&parameter] = found;
}

bool Extents::may_leave(const AllocaInst& local) {
  const std::optional<TypeSize> size = local.getAllocationSize(layout_);
  return Walk(*this).of(local).end > (size && size->isFixed() ? static_cast<int64_t>(size->getFixedValue()) : 0);
}

}  // namespace mover::instrument
