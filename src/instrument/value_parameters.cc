// A parameter that is passed by value in memory lies among the arguments that the caller stores for its next calls, so
// the next call reuses its memory and no red zone can surround it. The function gets a copy in its own frame instead,
// which is a local variable like all others: its lifetime, its bounds and its red zones are those of a local.
#include <llvm/IR/IRBuilder.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

void copy_to_frame(Argument& parameter, const DataLayout& layout) {
  Type* type = parameter.getParamByValType();
  const Align alignment = std::max(parameter.getParamAlign().valueOrOne(), layout.getABITypeAlign(type));
  IRBuilder<> at(&*parameter.getParent()->getEntryBlock().getFirstInsertionPt());
  AllocaInst* local = at.CreateAlloca(type, nullptr, parameter.getName() + ".copy");
  local->setAlignment(alignment);
  parameter.replaceAllUsesWith(local);
  at.SetInsertPoint(&*parameter.getParent()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  at.CreateMemCpy(local, alignment, &parameter, parameter.getParamAlign(), layout.getTypeAllocSize(type));
}

}  // namespace

void copy_value_parameters(Function& function) {
  if (function.isPresplitCoroutine()) return;  // the front end has copied them to the coroutine's frame
  for (Argument& parameter : function.args())
    if (parameter.hasByValAttr() && !parameter.use_empty())
      copy_to_frame(parameter, function.getParent()->getDataLayout());
}

}  // namespace mover::instrument
