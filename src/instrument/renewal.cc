// A variable of a loop's body is a new object in each iteration, but Clang gives all of these objects the same address.
// A pointer that is kept from an earlier iteration would access the object of the present one, and the error would not
// be detected. So a variable gets several addresses if pointers to it may be kept. Each of the first iterations uses an
// address that no later iteration uses, so a pointer to it dangles for the rest of the call. Later iterations alternate
// between the last two addresses, so that an endless loop revisits a state after two iterations.
#include "instrument/renewal.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <vector>

#include "bitcode/renewed_locals.h"
#include "instrument/initialisation.h"
#include "instrument/type_texts.h"

namespace mover::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kLargest = 1024;  // the size of the largest variable that gets several addresses, in bytes

// The number is small for large variables, because each checkpoint saves the whole stack.
uint64_t number_of_places(uint64_t size) {
  constexpr uint64_t kFewest = 2, kMost = 8, kRoom = 256;
  return std::clamp(kRoom / std::max<uint64_t>(size, 1), kFewest, kMost);
}

class Renewal {
 public:
  Renewal(AllocaInst& local, Sizes& sizes, Calls& calls)
      : local_(local),
        sizes_(sizes),
        calls_(calls),
        variable_(bitcode::variable_of(local)),
        size_(calls.layout().getTypeAllocSize(local.getAllocatedType())),
        starts_set_(starts_set(local, calls.layout())) {}

  void run() {
    std::vector<Use*> uses;
    for (Use& use : local_.uses()) uses.push_back(&use);
    places_ = {&local_};
    while (places_.size() < number_of_places(size_)) {
      auto* place = cast<AllocaInst>(local_.clone());
      place->insertAfter(places_.back());
      places_.push_back(place);
    }
    IRBuilder<> entry(&*local_.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    now_ = new AllocaInst(local_.getType(), local_.getAddressSpace(), local_.getName() + ".now",
                          places_.back()->getNextNode());
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
    Value* place = at.CreateLoad(local_.getType(), now_);
    sizes_[place] = size_;
    return place;
  }

  Value* next(Before& at, Value* place) const {
    Value* after = places_[places_.size() - 2];  // the last place is followed by the one before it
    for (size_t i = places_.size() - 1; i-- > 0;) {
      Value* is_here = at.CreateICmpEQ(place, places_[i]);
      // It is no comparison of the program.
      if (auto* comparison = dyn_cast<Instruction>(is_here))
        comparison->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(at.getContext(), {}));
      after = at.CreateSelect(is_here, places_[i + 1], after);
    }
    return after;
  }

  void replace_mark(IntrinsicInst& mark) {
    Before at(mark);
    Value* place = at.CreateLoad(local_.getType(), now_);
    if (mark.getIntrinsicID() == Intrinsic::lifetime_start) {
      place = next(at, place);
      at.CreateStore(place, now_);
      report_begin(at, place);
      if (!starts_set_) calls_.call(at, "__mover_local_unset", at.getVoidTy(), {place, at.getInt64(size_)});
    } else {
      calls_.call(at, "__mover_block_end", at.getVoidTy(), {place, at.getInt64(size_)});
    }
    mark.eraseFromParent();
  }

  void report_begin(Before& at, Value* place) {
    if (variable_ == nullptr) {
      calls_.call(at, "__mover_local_begin", at.getVoidTy(), {place, at.getInt64(size_)});
      return;
    }
    calls_.call(at, "__mover_named_begin", at.getVoidTy(),
                {place, at.getInt64(size_), at.CreateGlobalString(text_of(*variable_), "mover.name")});
  }

  AllocaInst& local_;
  Sizes& sizes_;
  Calls& calls_;
  const DILocalVariable* variable_;  // null if the program does not declare the variable
  const uint64_t size_;
  const bool starts_set_;
  std::vector<AllocaInst*> places_;
  AllocaInst* now_ = nullptr;  // holds the address of the place in use
};

}  // namespace

void give_new_addresses(Function& function, Parameters& parameters, Sizes& sizes, Calls& calls) {
  if (function.isPresplitCoroutine()) return;  // its variables may live in the heap
  Captures captures(function, parameters);
  std::vector<AllocaInst*> locals;
  const DominatorTree dominators(function);
  for (Instruction& instruction : instructions(function)) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr || local->isArrayAllocation() || local->isSwiftError()) continue;
    if (calls.layout().getTypeAllocSize(local->getAllocatedType()) > kLargest) continue;
    if (captures.may_be_kept(*local) && bitcode::is_renewed(*local, dominators)) locals.push_back(local);
  }
  for (AllocaInst* local : locals) Renewal(*local, sizes, calls).run();
}

}  // namespace mover::instrument
