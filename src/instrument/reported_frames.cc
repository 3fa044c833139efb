#include "instrument/reported_frames.h"

#include <llvm/IR/InstIterator.h>

namespace mover::instrument {

using namespace llvm;

namespace {

// Whether accesses to the variable may be reported: other functions get its address, or it is copied, or accessed
// through a pointer that may also be that of another variable.
bool may_be_accessed_elsewhere(const AllocaInst& local) {
  SmallVector<const Value*, 8> left{&local};
  while (!left.empty()) {
    for (const Use& use : left.pop_back_val()->uses()) {
      const User* user = use.getUser();
      if (isa<GetElementPtrInst>(user) || isa<CastInst>(user))
        left.push_back(user);
      else if (const auto* store = dyn_cast<StoreInst>(user); store != nullptr && store->getValueOperand() == use.get())
        return true;
      else if (const auto* intrinsic = dyn_cast<IntrinsicInst>(user);
               intrinsic != nullptr && !intrinsic->isLifetimeStartOrEnd() && !isa<DbgInfoIntrinsic>(intrinsic))
        return true;
      else if (!isa<LoadInst>(user) && !isa<StoreInst>(user) && intrinsic == nullptr)
        return true;
    }
  }
  return false;
}

// Whether the caller passes arguments in its frame that are no variables. The callee accesses them there.
bool passes_in_frame(const CallBase& call) {
  if (call.getFunctionType()->isVarArg()) return true;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i)) return true;
  return false;
}

// Whether the call may be replaced by the code of the callee. An indirect call is not, because the run-time library
// chooses its callee (Calls::redirect).
bool may_be_inlined(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || callee->isDeclaration()) return false;
  return call.getFunction()->hasOptNone() ? callee->hasFnAttribute(Attribute::AlwaysInline)
                                          : !callee->hasFnAttribute(Attribute::NoInline);
}

}  // namespace

void ReportedFrames::add(Function& function, const Locals& zoned, Parameters& parameters) {
  Captures captures(function, parameters);
  bool complete = !function.isPresplitCoroutine() && !function.isVarArg();
  for (Instruction& instruction : instructions(function)) {
    if (auto* local = dyn_cast<AllocaInst>(&instruction))
      complete =
          complete && (zoned.contains(local) || captures.may_be_outlived(*local) || !may_be_accessed_elsewhere(*local));
    if (const auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && !isa<IntrinsicInst>(call))
      complete = complete && !call->isInlineAsm() && !passes_in_frame(*call);
  }
  if (!complete) incomplete_.insert(&function);
}

// A function that may be inlined into itself counts as incomplete.
bool ReportedFrames::is_complete(const Function& function) {
  const auto [known, is_new] = known_.try_emplace(&function, false);
  if (!is_new) return known->second;
  bool complete = !incomplete_.contains(&function);
  for (const Instruction& instruction : instructions(function)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (!complete || call == nullptr || isa<IntrinsicInst>(call) || !may_be_inlined(*call)) continue;
    complete = is_complete(*call->getCalledFunction());
  }
  return known_[&function] = complete;
}

}  // namespace mover::instrument
