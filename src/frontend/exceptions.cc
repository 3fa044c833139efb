#include "frontend/exceptions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <vector>

#include "frontend/handlers.h"
#include "frontend/link.h"
#include "frontend/throwing.h"
#include "frontend/thrown_types.h"

namespace mover::frontend {

namespace {

constexpr const char* kInFlight = "__mover_exception_in_flight";

// The tables that the run-time reads (src/cxxabi/exception.h).
class Handlers {
 public:
  explicit Handlers(llvm::Module& module)
      : module_(module),
        pointer_(llvm::PointerType::getUnqual(module.getContext())),
        number_(llvm::Type::getInt64Ty(module.getContext())),
        handler_(llvm::StructType::get(pointer_, number_)) {}

  // The number of a type among all types that handlers catch.
  uint64_t number_of(const llvm::Value& type) {
    return numbers_.try_emplace(type.stripPointerCasts(), numbers_.size() + 1).first->second;
  }

  // The handlers of a call: those of its landing pad, or none. `ends`: an exception that leaves the call terminates the
  // program instead.
  llvm::Constant* of(const llvm::LandingPadInst* pad, bool ends) {
    std::vector<llvm::Constant*> entries;
    for (unsigned i = 0; pad != nullptr && i < pad->getNumClauses(); ++i) {
      llvm::Constant* clause = pad->getClause(i);
      if (pad->isCatch(i))
        entries.push_back(entry(clause, static_cast<int64_t>(number_of(*clause))));
      else
        entries.push_back(entry(list_of_types(*clause), -static_cast<int64_t>(i) - 1));
    }
    if (ends) entries.push_back(entry(null(), 1));
    entries.push_back(entry(null(), 0));
    return variable(llvm::ConstantArray::get(llvm::ArrayType::get(handler_, entries.size()), entries));
  }

  llvm::Constant* variable(llvm::Constant* value) {
    llvm::GlobalVariable*& variable = variables_[value];
    if (variable == nullptr) {
      variable = new llvm::GlobalVariable(module_, value->getType(), /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage, value, "__mover_handlers");
      variable->addAttribute(kLibraryAttribute);
    }
    return variable;
  }

 private:
  llvm::Constant* null() { return llvm::ConstantPointerNull::get(pointer_); }
  llvm::Constant* entry(llvm::Constant* type, int64_t number) {
    return llvm::ConstantStruct::get(handler_, type, llvm::ConstantInt::getSigned(number_, number));
  }
  // The types that an exception specification allows.
  llvm::Constant* list_of_types(const llvm::Constant& filter) {
    std::vector<llvm::Constant*> types;
    for (unsigned i = 0; i < filter.getType()->getArrayNumElements(); ++i)
      types.push_back(filter.getAggregateElement(i));
    types.push_back(null());
    return variable(llvm::ConstantArray::get(llvm::ArrayType::get(pointer_, types.size()), types));
  }

  llvm::Module& module_;
  llvm::PointerType* pointer_;
  llvm::Type* number_;
  llvm::StructType* handler_;
  std::map<const llvm::Value*, uint64_t> numbers_;
  std::map<llvm::Constant*, llvm::GlobalVariable*> variables_;
};

class Lowering {
 public:
  Lowering(llvm::Module& module, llvm::GlobalVariable& in_flight)
      : module_(module),
        in_flight_(in_flight),
        throwing_(module, in_flight),
        handlers_(module),
        pointer_(llvm::PointerType::getUnqual(module.getContext())) {}

  void run() {
    std::vector<llvm::Function*> functions;
    for (llvm::Function& function : module_)
      if (throwing_.has_throwing_call(function)) functions.push_back(&function);
    std::vector<std::pair<llvm::Function*, std::vector<llvm::CallBase*>>> throwing_calls;
    for (llvm::Function* function : functions) throwing_calls.emplace_back(function, calls_in(*function));
    for (auto& [function, calls] : throwing_calls) lower(*function, calls);
  }

 private:
  std::vector<llvm::CallBase*> calls_in(llvm::Function& function) {
    std::vector<llvm::CallBase*> result;
    for (auto& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (llvm::isa<llvm::InvokeInst>(call) || throwing_.may_throw(*call)) result.push_back(call);
    return result;
  }

  void lower(llvm::Function& function, const std::vector<llvm::CallBase*>& calls) {
    has_personality_ = function.hasPersonalityFn();
    leave_ = nullptr;
    std::vector<llvm::LandingPadInst*> pads;
    std::vector<llvm::Instruction*> others;
    for (auto& instruction : llvm::instructions(function)) {
      if (auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&instruction)) pads.push_back(pad);
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      const bool is_number = intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::eh_typeid_for;
      if (is_number || llvm::isa<llvm::ResumeInst>(instruction)) others.push_back(&instruction);
    }
    for (llvm::CallBase* call : calls) {
      if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(call))
        lower_invoke(*invoke);
      else
        test_after(*call);
    }
    for (llvm::LandingPadInst* pad : pads) lower_pad(*pad);
    for (llvm::Instruction* other : others) {
      if (auto* resume = llvm::dyn_cast<llvm::ResumeInst>(other))
        lower_resume(*resume);
      else
        lower_type_number(llvm::cast<llvm::IntrinsicInst>(*other));
    }
    function.setPersonalityFn(nullptr);
    llvm::EliminateUnreachableBlocks(function);
  }

  void lower_invoke(llvm::InvokeInst& invoke) {
    const bool may_throw = throwing_.may_throw(invoke);
    llvm::SmallVector<llvm::Value*> arguments(invoke.args());
    llvm::SmallVector<llvm::OperandBundleDef> bundles;
    invoke.getOperandBundlesAsDefs(bundles);
    llvm::IRBuilder<> builder(&invoke);
    llvm::CallInst* call = builder.CreateCall(invoke.getFunctionType(), invoke.getCalledOperand(), arguments, bundles);
    call->takeName(&invoke);
    call->setCallingConv(invoke.getCallingConv());
    call->setAttributes(invoke.getAttributes());
    call->copyMetadata(invoke);
    llvm::LandingPadInst* pad = invoke.getLandingPadInst();
    if (may_throw) {
      mark(builder, handlers_.of(pad, false));
      builder.CreateCondBr(is_unwinding(builder), invoke.getUnwindDest(), invoke.getNormalDest());
    } else {
      invoke.getUnwindDest()->removePredecessor(invoke.getParent(), /*KeepOneInputPHIs=*/true);
      builder.CreateBr(invoke.getNormalDest());
    }
    invoke.replaceAllUsesWith(call);
    invoke.eraseFromParent();
  }

  // If an exception leaves a call of a noexcept function, and the caller is compiled with exception handling, the
  // program terminates. (Functions of C are marked as noexcept, too, but compiled without exception handling, so
  // exceptions pass through them.)
  void test_after(llvm::CallBase& call) {
    const bool ends = has_personality_ && call.hasFnAttr(llvm::Attribute::NoUnwind);
    llvm::cast<llvm::CallInst>(call).setTailCallKind(llvm::CallInst::TCK_None);
    llvm::IRBuilder<> builder(call.getNextNode());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    mark(builder, handlers_.of(nullptr, ends));
    llvm::Value* unwinds = is_unwinding(builder);
    llvm::Instruction* next = &*builder.GetInsertPoint();
    llvm::BasicBlock* rest = next->getParent()->splitBasicBlock(next);
    llvm::Instruction* jump = rest->getSinglePredecessor()->getTerminator();
    builder.SetInsertPoint(jump);
    builder.CreateCondBr(unwinds, ends ? terminating_block(*call.getFunction(), builder) : leave(*call.getFunction()),
                         rest);
    jump->eraseFromParent();
  }

  void mark(llvm::IRBuilder<>& builder, llvm::Constant* handlers) {
    builder.CreateCall(module_.getOrInsertFunction("__mover_call_site", builder.getVoidTy(), pointer_), {handlers});
  }

  llvm::Value* address(llvm::IRBuilder<>& builder) { return builder.CreateThreadLocalAddress(&in_flight_); }
  llvm::Value* current(llvm::IRBuilder<>& builder) { return builder.CreateLoad(pointer_, address(builder)); }
  llvm::Value* is_unwinding(llvm::IRBuilder<>& builder) { return builder.CreateIsNotNull(current(builder)); }
  void set(llvm::IRBuilder<>& builder, llvm::Value* exception) { builder.CreateStore(exception, address(builder)); }

  // The block that returns while the thread unwinds.
  llvm::BasicBlock* leave(llvm::Function& function) {
    if (leave_ != nullptr) return leave_;
    leave_ = llvm::BasicBlock::Create(module_.getContext(), "unwind", &function);
    llvm::IRBuilder<> builder(leave_);
    const bool is_first = function.getName() == "main" || function.getName() == "__mover_thread_main";
    if (llvm::Function* end = module_.getFunction(kEndUnwoundThread); is_first && end != nullptr) {
      builder.CreateCall(end);  // any other exception that nothing handles has ended the program
      builder.CreateUnreachable();
    } else if (function.getReturnType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(llvm::UndefValue::get(function.getReturnType()));
    }
    return leave_;
  }

  llvm::BasicBlock* terminating_block(llvm::Function& function, llvm::IRBuilder<>& at) {
    auto* block = llvm::BasicBlock::Create(module_.getContext(), "terminate", &function);
    llvm::IRBuilder<> builder(block);
    builder.SetCurrentDebugLocation(at.getCurrentDebugLocation());
    llvm::Value* exception = current(builder);
    set(builder, llvm::ConstantPointerNull::get(pointer_));
    builder.CreateCall(module_.getOrInsertFunction("__mover_terminate_by", builder.getVoidTy(), pointer_), {exception});
    builder.CreateUnreachable();
    return block;
  }

  // Asks the run-time for the matching handler. If no handler matches, and the landing pad has no code for this case,
  // the function returns.
  void lower_pad(llvm::LandingPadInst& pad) {
    llvm::IRBuilder<> builder(&pad);
    llvm::Value* exception = current(builder);
    llvm::Value* number = builder.getInt32(0);
    if (pad.getNumClauses() > 0) {
      llvm::FunctionCallee match =
          module_.getOrInsertFunction("__mover_matching_handler", builder.getInt32Ty(), pointer_, pointer_);
      number = builder.CreateCall(match, {handlers_.of(&pad, false), exception});
    }
    if (!pad.isCleanup() && !catches_all(pad)) {
      llvm::BasicBlock* lands = pad.getParent()->splitBasicBlock(&pad);
      llvm::Instruction* jump = lands->getSinglePredecessor()->getTerminator();
      builder.SetInsertPoint(jump);
      builder.CreateCondBr(builder.CreateIsNotNull(number), lands, leave(*pad.getFunction()));
      jump->eraseFromParent();
      builder.SetInsertPoint(&pad);
    }
    set(builder, llvm::ConstantPointerNull::get(pointer_));
    llvm::Value* result = builder.CreateInsertValue(llvm::UndefValue::get(pad.getType()), exception, 0);
    result = builder.CreateInsertValue(result, number, 1);
    pad.replaceAllUsesWith(result);
    pad.eraseFromParent();
  }

  void lower_resume(llvm::ResumeInst& resume) {
    llvm::IRBuilder<> builder(&resume);
    set(builder, builder.CreateExtractValue(resume.getValue(), 0));
    builder.CreateBr(leave(*resume.getFunction()));
    resume.eraseFromParent();
  }

  void lower_type_number(llvm::IntrinsicInst& intrinsic) {
    const uint64_t number = handlers_.number_of(*intrinsic.getArgOperand(0));
    intrinsic.replaceAllUsesWith(llvm::ConstantInt::get(intrinsic.getType(), number));
    intrinsic.eraseFromParent();
  }

  llvm::Module& module_;
  llvm::GlobalVariable& in_flight_;
  Throwing throwing_;
  Handlers handlers_;
  llvm::PointerType* pointer_;
  bool has_personality_ = false;
  llvm::BasicBlock* leave_ = nullptr;  // of the function that is lowered
};

}  // namespace

void lower_exceptions(llvm::Module& module) {
  llvm::GlobalVariable* in_flight = module.getNamedGlobal(kInFlight);
  if (in_flight == nullptr || in_flight->isDeclaration()) return;  // nothing throws
  name_thrown_types(module);
  Lowering(module, *in_flight).run();
}

}  // namespace mover::frontend
