#include "instrument/unset.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace mover::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kWidest = 16;  // bytes of a value

bool is_value(const Type& type) { return type.isIntegerTy() || type.isFloatingPointTy() || type.isPointerTy(); }

const IntrinsicInst* as_start(const Instruction& instruction, const AllocaInst& local) {
  const auto* mark = dyn_cast<IntrinsicInst>(&instruction);
  return mark != nullptr && mark->getIntrinsicID() == Intrinsic::lifetime_start && mark->getArgOperand(1) == &local
             ? mark
             : nullptr;
}

bool mentions(const Instruction& instruction, const AllocaInst& local) {
  return any_of(instruction.operands(), [&](const llvm::Use& operand) { return operand.get() == &local; });
}

// A class of the C++ library.
bool is_library_class(const Type& type) {
  const auto* known = dyn_cast<StructType>(&type);
  if (known == nullptr || !known->hasName()) return false;
  StringRef name = known->getName();
  if (!name.consume_front("class.")) name.consume_front("struct.");
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
}

// Whether the front end sets the members one by one: a class with a single member, or the captures of a lambda.
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

// Whether the first use of the local, in the same block, sets all of it. The first function that is given an object of
// the C++ library is taken to be its constructor.
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
    return isa<CallBase>(next) && is_library_class(*local.getAllocatedType());
  }
  return false;
}

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

// An atomic load has been replaced by a call at this point.
bool is_atomic_load(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->getName().starts_with("__tsan_atomic") && callee->getName().ends_with("_load");
}

// Whether every value stored to the variable is known to be set. This holds for most parameters.
bool is_always_set(const AllocaInst& variable, const DataLayout& layout) {
  return starts_set(variable, layout) && all_of(variable.users(), [](const User* user) {
           const auto* store = dyn_cast<StoreInst>(user);
           const Value* value = store == nullptr ? nullptr : store->getValueOperand();
           return value == nullptr || !isa<Instruction>(value) || isa<AllocaInst>(value) ||
                  (isa<CallBase>(value) && !isa<IntrinsicInst>(value) && !is_atomic_load(*cast<CallBase>(value)));
         });
}

bool allocates(StringRef name) {
  for (const char* known : {"malloc", "aligned_alloc", "memalign", "valloc", "_Znwm", "_Znam", "_ZnwmSt11align_val_t",
                            "_ZnamSt11align_val_t", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t"})
    if (name == known) return true;
  return false;
}

// Whether the function is not instrumented and sets bytes of its arguments without reporting them.
bool sets_unseen(StringRef name) {
  for (const char* start :
       {"pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "sig", "clock_", "__cxa_", "_ZNS", "_ZNKS"})
    if (name.starts_with(start)) return true;  // (_ZNSi… is a member of std::istream, and so on)
  return is_of_library(name);
}
// Functions that use the object as it is, or set as many bytes of their first argument.
bool uses_object(StringRef name) {
  for (const char* known :
       {"pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_mutex_destroy",
        "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_signal", "pthread_cond_broadcast"})
    if (name == known) return true;
  return false;
}
uint64_t bytes_of_new_object(StringRef name) {
  if (name == "pthread_mutex_init") return 40;
  if (name == "pthread_cond_init") return 48;
  if (name == "pthread_rwlock_init" || name == "pthread_attr_init") return 56;
  return name == "pthread_barrier_init" || name == "sem_init" ? 32 : 0;
}
bool is_handed_over(StringRef name, unsigned argument) {
  return (name == "pthread_create" && argument == 3) || (name == "thrd_create" && argument == 2) ||
         (name == "pthread_setspecific" && argument == 1) || (name == "tss_set" && argument == 1);
}

// Whether the store changes some bits of the value loaded from the same place: then the other bits of a bit-field's
// bytes count as set.
bool is_update_of_bits(const StoreInst& store) {
  const Value* value = store.getValueOperand();
  if (const auto* both = dyn_cast<BinaryOperator>(value); both != nullptr && both->getOpcode() == Instruction::Or) {
    for (const Value* operand : both->operands())
      if (const auto* part = dyn_cast<BinaryOperator>(operand);
          part != nullptr && part->getOpcode() == Instruction::And)
        value = part;
  }
  const auto* kept = dyn_cast<BinaryOperator>(value);
  const auto* load =
      kept == nullptr || kept->getOpcode() != Instruction::And ? nullptr : dyn_cast<LoadInst>(kept->getOperand(0));
  return load != nullptr && load->getPointerOperand() == store.getPointerOperand();
}

// Whether some bits of the result may be set even if some bits of the operands are not.
bool mixes_bits(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::Mul:
    case Instruction::Select:
      return true;
    default:
      return isa<IntrinsicInst>(instruction);
  }
}

}  // namespace

Unset::Unset(Function& function, Captures& captures, const Locals& zoned, Calls& calls)
    : function_(function), captures_(captures), calls_(calls) {
  if (function.isPresplitCoroutine()) return;
  for (Argument& parameter : function.args())
    if (parameter.hasByValAttr())
      left_.push_back({&parameter, calls.layout().getTypeAllocSize(parameter.getParamByValType())});
  for (Instruction& instruction : instructions(function)) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr || is_plain_variable(*local)) continue;
    const bool is_told_to_end = captures.may_be_outlived(*local) || zoned.contains(local);  // see lifetimes.cc
    if (!local->isStaticAlloca() && !is_told_to_end) continue;
    if (!is_told_to_end) left_.push_back({local, local->getAllocationSize(calls.layout())->getFixedValue()});
    if (starts_set(*local, calls.layout())) continue;
    watched_.push_back(local);
    is_watched_.insert(local);
  }
  for (Instruction& instruction : instructions(function))
    if (!instruction.hasMetadata(LLVMContext::MD_nosanitize)) look_at(instruction);
}

bool Unset::is_watched(const Value& pointer) const { return is_watched_.contains(getUnderlyingObject(&pointer, 0)); }

void Unset::look_at(Instruction& instruction) {
  if (instruction.isAtomic()) return look_at_atomic(instruction);
  if (Value* pointer = getLoadStorePointerOperand(&instruction)) uses_.push_back({&instruction, pointer, As::Address});
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    if (!is_plain_variable(*store->getPointerOperand())) stores_.push_back(store);
  } else if (auto* branch = dyn_cast<BranchInst>(&instruction); branch != nullptr && branch->isConditional()) {
    uses_.push_back({branch, branch->getCondition(), As::Branch});
  } else if (auto* choice = dyn_cast<SwitchInst>(&instruction)) {
    uses_.push_back({choice, choice->getCondition(), As::Switch});
  } else if (instruction.isIntDivRem()) {
    uses_.push_back({&instruction, instruction.getOperand(1), As::Divisor});
  } else if (isa<ReturnInst>(instruction) || isa<ResumeInst>(instruction)) {
    exits_.push_back(&instruction);
    if (isa<ReturnInst>(instruction) && instruction.getNumOperands() == 1)
      uses_.push_back({&instruction, instruction.getOperand(0),
                       function_.hasRetAttribute(Attribute::NoUndef) ? As::PassedOn : As::InStruct});
  } else if (auto* fill = dyn_cast<MemIntrinsic>(&instruction)) {
    const auto* copy = dyn_cast<MemTransferInst>(fill);
    const bool stays =
        captures_.is_private(*fill->getRawDest()) && (copy == nullptr || captures_.is_private(*copy->getRawSource()));
    if (stays && is_watched(*fill->getRawDest())) fills_.push_back(fill);
  } else if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && !isa<IntrinsicInst>(call)) {
    call->isInlineAsm() ? library_calls_.push_back(call) : look_at_call(*call);
  }
}

// Atomic accesses set the bytes that they access. Nothing else reports that for private variables, and the instruction
// may be replaced later.
void Unset::look_at_atomic(Instruction& instruction) {
  Value* pointer = nullptr;
  Type* type = nullptr;
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    pointer = store->getPointerOperand(), type = store->getValueOperand()->getType();
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    pointer = update->getPointerOperand(), type = update->getValOperand()->getType();
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    pointer = exchange->getPointerOperand(), type = exchange->getNewValOperand()->getType();
  if (pointer == nullptr || !is_watched(*pointer)) return;
  Before at(instruction);
  calls_.call(at, "__mover_local_set", at.getVoidTy(), {pointer, at.getInt64(calls_.layout().getTypeStoreSize(type))});
}

void Unset::look_at_call(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) uses_.push_back({&call, call.getCalledOperand(), As::Callee});
  if (callee != nullptr && callee->isDeclaration() && allocates(callee->getName())) allocations_.push_back(&call);
  if (callee != nullptr && callee->isDeclaration() && sets_unseen(callee->getName())) library_calls_.push_back(&call);
  // Arguments of the library's templates are not checked, either.
  const bool is_librarys = callee != nullptr && is_of_library(callee->getName());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (call.isByValArgument(i)) {
      if (!is_librarys && !is_of_library(function_.getName())) by_value_.push_back({&call, i});
    } else if (call.paramHasAttr(i, Attribute::NoUndef)) {
      uses_.push_back({&call, call.getArgOperand(i), As::PassedOn});
    } else if (!is_librarys) {
      uses_.push_back({&call, call.getArgOperand(i), As::InStruct});
    }
  }
}

void Unset::instrument() {
  for (CallBase* call : allocations_) allocated(*call);
  for (CallBase* call : library_calls_) tell_library(*call);
  for (StoreInst* written : stores_) store(*written);
  for (MemIntrinsic* fill : fills_) {
    Before at(*fill);
    Value* length = at.CreateZExtOrTrunc(fill->getLength(), at.getInt64Ty());
    calls_.call(at, "__mover_local_set", at.getVoidTy(), {fill->getRawDest(), length});
    if (auto* copy = dyn_cast<MemTransferInst>(fill))
      calls_.call(at, "__mover_states_copied", at.getVoidTy(), {copy->getRawDest(), copy->getRawSource(), length});
  }
  for (const auto& [call, argument] : by_value_) {
    Before at(*call);
    const uint64_t size = calls_.layout().getTypeAllocSize(call->getParamByValType(argument));
    calls_.call(at, "__mover_passed_struct", at.getVoidTy(), {call->getArgOperand(argument), at.getInt64(size)});
  }
  // Values that the C++ library's templates pass to each other are not checked.
  for (const Use& use : uses_)
    if ((use.as != As::PassedOn && use.as != As::InStruct) || !is_of_library(function_.getName())) check(use);
  for (AllocaInst* local : watched_) begin(*local);
  end();
}

void Unset::begin(AllocaInst& local) {
  const uint64_t size_of_one = calls_.layout().getTypeAllocSize(local.getAllocatedType());
  auto tell = [&](Instruction& before) {
    Before at(before);
    Value* size = at.CreateMul(at.CreateZExtOrTrunc(local.getArraySize(), at.getInt64Ty()), at.getInt64(size_of_one));
    calls_.call(at, "__mover_local_unset", at.getVoidTy(), {&local, size});
  };
  std::vector<Instruction*> marks;
  for (User* user : local.users())
    if (const IntrinsicInst* mark = as_start(*cast<Instruction>(user), local))
      marks.push_back(const_cast<IntrinsicInst*>(mark));
  for (Instruction* mark : marks)
    tell(*mark->getNextNode());  // Lifetimes reports the beginning of the variable before this point
  if (marks.empty()) tell(*local.getNextNonDebugInstruction());
}

// Forgets the states of variables whose memory is reused later.
void Unset::end() {
  if (left_.empty()) return;
  for (Instruction* leaves : exits_) {
    CallInst* instead = leaves->getParent()->getTerminatingMustTailCall();
    Instruction& last = instead != nullptr ? *instead : *leaves;
    Before at(last);
    Value* words = at.CreateLoad(
        at.getInt64Ty(), function_.getParent()->getOrInsertGlobal("__mover_unset_words_of_locals", at.getInt64Ty()));
    Before then(*SplitBlockAndInsertIfThen(at.CreateICmpNE(words, at.getInt64(0)), &last, false));
    for (const auto& [local, size] : left_)
      calls_.call(then, "__mover_local_set", then.getVoidTy(), {local, then.getInt64(size)});
  }
}

// Without their marks no two variables share an address: otherwise the state of an ended variable would be taken for
// that of another one.
void Unset::drop_marks() {
  for (const auto& [local, size] : left_)
    for (User* user : make_early_inc_range(local->users()))
      if (auto* mark = dyn_cast<IntrinsicInst>(user); mark != nullptr && mark->isLifetimeStartOrEnd())
        mark->eraseFromParent();
}

void Unset::allocated(CallBase& call) {
  const auto point = call.getInsertionPointAfterDef();
  if (!point) return;
  Before at(**point);
  calls_.call(at, "__mover_allocated", at.getVoidTy(), {&call});
}

void Unset::tell_library(CallBase& call) {
  const StringRef name = call.isInlineAsm() ? "" : call.getCalledFunction()->getName();
  if (uses_object(name)) return;
  Before at(call);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    const uint64_t bytes = i == 0 ? bytes_of_new_object(name) : 0;
    if (bytes != 0)
      calls_.call(at, "__mover_now_set", at.getVoidTy(), {argument, at.getInt64(bytes)});
    else if (argument->getType()->isPointerTy() && !isa<Constant>(argument) && !is_handed_over(name, i))
      may_have_set(at, *argument);
  }
}

void Unset::may_have_set(Before& at, Value& pointer) {
  auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer, 0));
  if (local != nullptr && local->isStaticAlloca())
    calls_.call(at, "__mover_local_set", at.getVoidTy(),
                {local, at.getInt64(local->getAllocationSize(calls_.layout())->getFixedValue())});
  else
    calls_.call(at, "__mover_may_have_set", at.getVoidTy(), {&pointer});
}

// The access itself has reported the store, unless the variable is private.
void Unset::store(StoreInst& store) {
  Value& pointer = *store.getPointerOperand();
  const bool is_private = captures_.is_private(pointer);
  if (is_private && !is_watched(pointer)) return;
  Value* state = is_update_of_bits(store) ? nullptr : state_of(*store.getValueOperand());
  auto* load = dyn_cast<LoadInst>(store.getValueOperand());
  Value* from = load != nullptr ? load->getPointerOperand()
                                : ConstantPointerNull::get(PointerType::getUnqual(store.getContext()));
  Instruction* next = store.getNextNode();
  Before at(*next);
  Value* size = at.getInt64(calls_.layout().getTypeStoreSize(store.getValueOperand()->getType()));
  if (is_private) calls_.call(at, "__mover_local_set", at.getVoidTy(), {&pointer, size});
  if (state == nullptr) return;
  Before then(*SplitBlockAndInsertIfThen(at.CreateICmpNE(state, at.getInt8(0)), next, false));
  then.SetCurrentDebugLocation(at.getCurrentDebugLocation());
  calls_.call(then, "__mover_stored_unset", then.getVoidTy(),
              {&pointer, size, then.CreateZExt(state, then.getInt32Ty()), from});
}

void Unset::check(const Use& use) {
  auto* whole = use.as == As::InStruct ? dyn_cast_or_null<LoadInst>(use.value) : nullptr;
  Value* state = use.value == nullptr                                 ? nullptr
                 : whole != nullptr && whole->getType()->isStructTy() ? state_of_load(*whole)
                                                                      : state_of(*use.value);
  if (state == nullptr) return;
  Before at(*use.by);
  Before then(*SplitBlockAndInsertIfThen(at.CreateICmpNE(state, at.getInt8(0)), use.by, false));
  then.SetCurrentDebugLocation(at.getCurrentDebugLocation());
  calls_.call(then, "__mover_used_unset", then.getVoidTy(),
              {then.CreateZExt(state, then.getInt32Ty()), then.getInt32(static_cast<uint32_t>(use.as))});
}

Value* Unset::state_of(Value& value) {
  auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || !is_value(*value.getType())) return nullptr;
  if (const auto known = states_.find(&value); known != states_.end()) return known->second;
  Value* state = nullptr;
  if (auto* phi = dyn_cast<PHINode>(instruction))
    return state_of_phi(*phi);
  else if (auto* load = dyn_cast<LoadInst>(instruction))
    state = state_of_load(*load);
  else if (auto* call = dyn_cast<CallBase>(instruction); call != nullptr && !isa<IntrinsicInst>(call))
    state = state_of_atomic_load(*call);
  else
    state = state_of_result(*instruction);
  return states_[&value] = state;
}

// Static memory is set when the program begins; memory that is not watched is set when its lifetime begins.
Value* Unset::state_of_load(LoadInst& load) {
  Value& pointer = *load.getPointerOperand();
  const uint64_t size = calls_.layout().getTypeStoreSize(load.getType());
  if (load.isAtomic() || size > kWidest || load.hasMetadata(LLVMContext::MD_nosanitize)) return nullptr;
  Before at(load);
  if (is_plain_variable(pointer)) {
    Value* variable = state_of_variable(*cast<AllocaInst>(&pointer));
    return variable == nullptr ? nullptr : at.CreateLoad(at.getInt8Ty(), variable);
  }
  const Value* object = getUnderlyingObject(&pointer, 0);
  if (isa<GlobalVariable>(object)) return nullptr;
  if (isa<AllocaInst>(object) && !is_watched_.contains(object)) return nullptr;
  if (captures_.is_private(pointer))
    return calls_.call(at, "__mover_local_state", at.getInt8Ty(), {&pointer, at.getInt64(size)});
  return at.CreateLoad(at.getInt8Ty(), load.getModule()->getOrInsertGlobal("__mover_state_of_read", at.getInt8Ty()));
}

// Padding of a struct that is set in part has no effect.
Value* Unset::state_of_atomic_load(CallBase& call) {
  if (!is_atomic_load(call)) return nullptr;
  Before at(*call.getNextNode());
  Value* state =
      at.CreateLoad(at.getInt8Ty(), function_.getParent()->getOrInsertGlobal("__mover_state_of_read", at.getInt8Ty()));
  return at.CreateZExt(at.CreateICmpEQ(state, at.getInt8(1)), at.getInt8Ty());
}

// A variable that may be read before its first store, or whose stored values may have a state, gets a second variable
// for its state.
Value* Unset::state_of_variable(AllocaInst& variable) {
  if (const auto known = variables_.find(&variable); known != variables_.end()) return known->second;
  const DataLayout& layout = calls_.layout();
  if (!variable.isStaticAlloca() || !is_value(*variable.getAllocatedType()) || is_always_set(variable, layout))
    return variables_[&variable] = nullptr;
  IRBuilder<> entry(&variable);
  AllocaInst* state = entry.CreateAlloca(entry.getInt8Ty(), nullptr, "mover.state");
  variables_[&variable] = state;
  const bool begins_set = starts_set(variable, layout);
  std::vector<Instruction*> starts;
  std::vector<StoreInst*> stores;
  for (User* user : variable.users()) {
    if (auto* store = dyn_cast<StoreInst>(user)) stores.push_back(store);
    if (as_start(*cast<Instruction>(user), variable) != nullptr) starts.push_back(cast<Instruction>(user));
  }
  auto set = [&](Instruction& before, Value* value) { Before(before).CreateStore(value, state); };
  Value* const at_first = entry.getInt8(begins_set ? 0 : 1);
  for (Instruction* start : starts) set(*start->getNextNode(), at_first);
  set(*variable.getNextNonDebugInstruction(), at_first);
  for (StoreInst* store : stores) {
    Value* value = state_of(*store->getValueOperand());
    set(*store->getNextNode(), value == nullptr ? entry.getInt8(0) : value);
  }
  return state;
}

Value* Unset::state_of_phi(PHINode& phi) {
  IRBuilder<> at(&phi);
  PHINode* state = at.CreatePHI(at.getInt8Ty(), phi.getNumIncomingValues(), "mover.state");
  states_[&phi] = state;  // inserted before the incoming states are computed, because it may be one of them
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Value* incoming = state_of(*phi.getIncomingValue(i));
    state->addIncoming(incoming == nullptr ? at.getInt8(0) : incoming, phi.getIncomingBlock(i));
  }
  return state;
}

Value* Unset::state_of_result(Instruction& instruction) {
  SmallVector<Value*, 4> states;
  const unsigned count =
      isa<IntrinsicInst>(instruction) ? cast<IntrinsicInst>(instruction).arg_size() : instruction.getNumOperands();
  for (unsigned i = 0; i < count; ++i)
    if (Value* state = state_of(*instruction.getOperand(i))) states.push_back(state);
  if (states.empty()) return nullptr;
  IRBuilder<> at(instruction.getNextNode());
  Value* all = states.front();
  for (Value* state : drop_begin(states)) all = at.CreateOr(all, state);
  if (!mixes_bits(instruction)) return all;
  return at.CreateAnd(at.CreateOr(all, at.CreateShl(all, 1)), 3);
}

}  // namespace mover::instrument
