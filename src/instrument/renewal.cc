// A variable of a loop's body is a new object in each iteration, but Clang gives all of them the same address: a
// pointer kept from the last iteration would access the variable of this one, and the error would go unnoticed. So
// variables that pointers may be kept to get two addresses, which alternate between iterations; the address of the last
// iteration has ended.
//
// Variables that contain arrays are exempt: bounds.cc finds their size through the variable that an index is applied
// to.
#include "instrument/renewal.h"

#include <llvm/IR/InstIterator.h>

#include <vector>

#include "bitcode/renewed_locals.h"

namespace mover::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kLargest = 256;  // bytes

bool has_array(const Type* type) {
  if (const auto* fields = dyn_cast<StructType>(type)) return any_of(fields->elements(), has_array);
  return type->isArrayTy();
}

class InTurn {
 public:
  InTurn(AllocaInst& local, Calls& calls)
      : local_(local),
        calls_(calls),
        variable_(bitcode::variable_of(local)),
        size_(calls.layout().getTypeAllocSize(local.getAllocatedType())) {}

  void run() {
    std::vector<Use*> uses;
    for (Use& use : local_.uses()) uses.push_back(&use);
    other_ = cast<AllocaInst>(local_.clone());
    other_->insertAfter(&local_);
    IRBuilder<> entry(&*local_.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    now_ = new AllocaInst(local_.getType(), local_.getAddressSpace(), local_.getName() + ".now", other_->getNextNode());
    entry.CreateStore(&local_, now_);
    for (Use* use : uses) replace(*use);
    for (DbgVariableRecord* declared : findDVRDeclares(&local_)) follow(*declared);
    for (DbgDeclareInst* declared : findDbgDeclares(&local_)) follow(*declared);
  }

 private:
  // A debugger shows the address in use.
  template <typename Declared>
  void follow(Declared& declared) {
    declared.replaceVariableLocationOp(&local_, now_);
    declared.setExpression(DIExpression::prepend(declared.getExpression(), DIExpression::DerefBefore));
  }

  void replace(Use& use) {
    auto* user = cast<Instruction>(use.getUser());
    auto* mark = dyn_cast<IntrinsicInst>(user);
    if (mark != nullptr && mark->isLifetimeStartOrEnd()) return replace_mark(*mark);
    if (auto* phi = dyn_cast<PHINode>(user)) user = phi->getIncomingBlock(use)->getTerminator();
    use.set(load(*user));
  }

  Value* load(Instruction& before) {
    Before at(before);
    return at.CreateLoad(local_.getType(), now_);
  }

  void replace_mark(IntrinsicInst& mark) {
    Before at(mark);
    Value* place = at.CreateLoad(local_.getType(), now_);
    if (mark.getIntrinsicID() == Intrinsic::lifetime_start) {
      place = at.CreateSelect(at.CreateICmpEQ(place, &local_), other_, &local_);
      at.CreateStore(place, now_);
      tell_begin(at, place);
    } else {
      calls_.call(at, "__mover_block_end", at.getVoidTy(), {place, at.getInt64(size_)});
    }
    mark.eraseFromParent();
  }

  void tell_begin(Before& at, Value* place) {
    if (variable_ == nullptr) {
      calls_.call(at, "__mover_local_begin", at.getVoidTy(), {place, at.getInt64(size_)});
      return;
    }
    calls_.call(at, "__mover_named_begin", at.getVoidTy(),
                {place, at.getInt64(size_), at.CreateGlobalString(variable_->getName(), "mover.name")});
  }

  AllocaInst& local_;
  Calls& calls_;
  const DILocalVariable* variable_;  // null if the program does not declare the variable
  const uint64_t size_;
  AllocaInst *other_ = nullptr, *now_ = nullptr;  // now_: the address in use
};

}  // namespace

void give_places_in_turn(Function& function, Parameters& parameters, Calls& calls) {
  if (function.isPresplitCoroutine()) return;  // its variables may live in the heap
  Captures captures(function, parameters);
  std::vector<AllocaInst*> locals;
  const DominatorTree dominators(function);
  for (Instruction& instruction : instructions(function)) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr || local->isArrayAllocation() || has_array(local->getAllocatedType()) || local->isSwiftError())
      continue;
    if (calls.layout().getTypeAllocSize(local->getAllocatedType()) > kLargest) continue;
    if (captures.may_be_kept(*local) && bitcode::is_renewed(*local, dominators)) locals.push_back(local);
  }
  for (AllocaInst* local : locals) InTurn(*local, calls).run();
}

}  // namespace mover::instrument
