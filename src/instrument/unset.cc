#include "instrument/unset.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/initialisation.h"

namespace mover::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kWidest = 64;  // the size of the largest value that is tracked, in bytes

bool allocates(StringRef name) {
  for (const char* known :
       {"malloc", "aligned_alloc", "memalign", "valloc", "pvalloc", "_Znwm", "_Znam", "_ZnwmSt11align_val_t",
        "_ZnamSt11align_val_t", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", "_ZnwmSt11align_val_tRKSt9nothrow_t",
        "_ZnamSt11align_val_tRKSt9nothrow_t"})
    if (name == known) return true;
  return false;
}

// Whether the function of the C library initialises a synchronisation object to which its first argument points.
bool makes_object(StringRef name) {
  for (const char* start : {"pthread_", "sem_", "mtx_", "cnd_"})
    if (name.starts_with(start) && name.ends_with("_init")) return true;
  return false;
}
uint64_t bytes_of_new_object(StringRef name) {
  if (name == "pthread_mutex_init" || name == "mtx_init") return 40;
  if (name == "pthread_cond_init" || name == "cnd_init") return 48;
  if (name == "pthread_rwlock_init" || name == "pthread_attr_init") return 56;
  return name == "pthread_barrier_init" || name == "sem_init" ? 32 : 0;
}

// Whether the function belongs to the C++ library. Such a function may set bytes through its arguments without
// reporting this, unless it is a twin (src/cxx). (_ZNSi… is a member of std::istream, _ZNSo… of std::ostream, and so
// on.)
bool may_set_unseen(StringRef name) {
  return name.starts_with("_ZNS") || name.starts_with("_ZNKS") || is_of_library(name);
}
bool is_constructor(StringRef name) { return name.contains("C1E") || name.contains("C2E"); }

// The number of bytes that the function of the C++ library may set through the argument, or 0 if it is not known. The
// type of the argument determines this number for references and `this`, except for streams: their virtual bases lie
// outside of these bytes.
uint64_t bytes_at(const CallBase& call, unsigned argument, StringRef name) {
  const bool is_of_stream = name.contains("stream") || name.starts_with("_ZNSi") || name.starts_with("_ZNSo") ||
                            name.starts_with("_ZNSd") || name.starts_with("_ZNSt8ios_base") ||
                            name.contains("basic_ios");
  return is_of_stream ? 0 : call.getParamDereferenceableBytes(argument);
}

// If the store changes some bits of a value in memory and keeps the others, the load of that value; otherwise null.
LoadInst* load_of_kept_bits(const StoreInst& store) {
  const Value* value = store.getValueOperand();
  if (const auto* both = dyn_cast<BinaryOperator>(value); both != nullptr && both->getOpcode() == Instruction::Or) {
    for (const Value* operand : both->operands())
      if (const auto* part = dyn_cast<BinaryOperator>(operand);
          part != nullptr && part->getOpcode() == Instruction::And)
        value = part;
  }
  const auto* kept = dyn_cast<BinaryOperator>(value);
  auto* load =
      kept == nullptr || kept->getOpcode() != Instruction::And ? nullptr : dyn_cast<LoadInst>(kept->getOperand(0));
  return load != nullptr && load->getPointerOperand() == store.getPointerOperand() ? load : nullptr;
}

// Whether the result may have both set and unset bits, even if each operand is completely set or completely unset.
bool mixes_bits(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::Mul:
    case Instruction::Select:
    case Instruction::InsertElement:
    case Instruction::ExtractElement:
    case Instruction::ShuffleVector:
      return true;
    default:
      return isa<IntrinsicInst>(instruction);
  }
}

}  // namespace

// Whether the call allocates the frame of a coroutine. Such a block counts as set: LLVM inserts the code that stores
// variables in the frame after this pass, so these stores are not instrumented.
static bool is_frame_of_coroutine(const CallBase& call) {
  const auto* size = dyn_cast<IntrinsicInst>(call.getArgOperand(0));
  return size != nullptr && size->getIntrinsicID() == Intrinsic::coro_size;
}

// Whether the function allocates the characters of a string. Code of the C++ library that is not instrumented may set
// them, although the program's own instances of the library's templates allocate them.
static bool allocates_texts(const Function& function) {
  const StringRef name = function.getName();
  return is_of_library(name) && (name.contains("allocatorIcE") || name.contains("allocatorIwE"));
}

static const DILocation* line_of(const AllocaInst& local) {
  for (const DbgVariableRecord* declared : findDVRDeclares(const_cast<AllocaInst*>(&local)))
    return declared->getDebugLoc();
  return nullptr;
}

Unset::Unset(Function& function, Captures& captures, const Locals& zoned, Calls& calls)
    : function_(function), captures_(captures), calls_(calls) {
  const DataLayout& layout = calls.layout();
  for (Instruction& instruction : instructions(function))
    if (auto* local = dyn_cast<AllocaInst>(&instruction); local != nullptr && is_register(*local, layout))
      registers_[local] = {starts_set(*local, layout), is_always_set(*local, layout)};
  if (!function.isPresplitCoroutine()) record_locals(zoned);
  for (Instruction& instruction : instructions(function)) {
    if (!instruction.hasMetadata(LLVMContext::MD_nosanitize)) record(instruction);
    // The variables of a coroutine are in its frame, which may be in the heap. So they are not watched.
    if (auto* local = dyn_cast<AllocaInst>(&instruction); local != nullptr && function.isPresplitCoroutine() &&
                                                          !registers_.contains(local) &&
                                                          !starts_set(*local, calls.layout()))
      not_watched_.push_back(local);
  }
}

void Unset::record_locals(const Locals& zoned) {
  const DataLayout& layout = calls_.layout();
  for (Instruction& instruction : instructions(function_)) {
    auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr || registers_.contains(local)) continue;
    const bool end_is_reported = captures_.may_be_outlived(*local) || zoned.contains(local);  // see lifetimes.cc
    if (!local->isStaticAlloca() && !end_is_reported) continue;
    if (!end_is_reported) left_.push_back({local, local->getAllocationSize(layout)->getFixedValue()});
    const bool begins_unset = !starts_set(*local, layout);
    if (begins_unset) begin_unset_.push_back(local);
    if (begins_unset || may_get_unset(*local, layout)) watched_.insert(local);
  }
}

bool Unset::is_watched(const Value& pointer) const {
  const auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer, 0));
  return local == nullptr || watched_.contains(local);
}

void Unset::record(Instruction& instruction) {
  if (instruction.isAtomic()) return record_atomic(instruction);
  if (Value* pointer = getLoadStorePointerOperand(&instruction)) uses_.push_back({&instruction, pointer, As::Address});
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    if (!registers_.contains(store->getPointerOperand())) stores_.push_back(store);
  } else if (auto* branch = dyn_cast<BranchInst>(&instruction); branch != nullptr && branch->isConditional()) {
    uses_.push_back({branch, branch->getCondition(), As::Branch});
  } else if (auto* select = dyn_cast<SelectInst>(&instruction);
             select != nullptr && select->getCondition()->getType()->isIntegerTy()) {
    uses_.push_back({select, select->getCondition(), As::Branch});
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
    call->isInlineAsm() ? library_calls_.push_back(call) : record_call(*call);
  }
}

// Records the uses of the operands. A call may replace the instruction later, so a no-op marks the place of the uses.
void Unset::record_atomic(Instruction& instruction) {
  Value *pointer = nullptr, *value = nullptr;
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    pointer = store->getPointerOperand(), value = store->getValueOperand();
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    pointer = update->getPointerOperand(), value = update->getValOperand();
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    pointer = exchange->getPointerOperand(), value = exchange->getNewValOperand();
  if (pointer == nullptr) return;
  Before at(instruction);
  Instruction* here = at.CreateIntrinsic(at.getVoidTy(), Intrinsic::donothing, {});
  uses_.push_back({here, pointer, As::Address});
  uses_.push_back({here, value, As::Atomically});
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    uses_.push_back({here, exchange->getCompareOperand(), As::Compared});
  // An atomic write sets the bytes. The call that replaces the instruction reports this, except for private variables.
  if (!captures_.is_private(*pointer) || !is_watched(*pointer)) return;
  Value* size = at.getInt64(calls_.layout().getTypeStoreSize(value->getType()));
  if (isa<StoreInst>(instruction))
    calls_.call(at, "__mover_local_set", at.getVoidTy(), {pointer, size});
  else
    calls_.call(at, "__mover_local_updated", at.getVoidTy(),
                {pointer, size, at.getInt32(isa<AtomicCmpXchgInst>(instruction))});
}

void Unset::record_call(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) uses_.push_back({&call, call.getCalledOperand(), As::Callee});
  if (callee != nullptr && callee->isDeclaration()) {
    const StringRef name = callee->getName();
    if (allocates(name) && !is_frame_of_coroutine(call)) allocations_.push_back(&call);
    if (name == "__cxa_allocate_exception") exceptions_.push_back(&call);
    if (may_set_unseen(name) || makes_object(name)) library_calls_.push_back(&call);
  }
  // Structs that are passed to functions of the C++ library are not checked.
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

// std::pmr::memory_resource::allocate returns memory that the resource may have returned before. Its bytes become unset
// again. The function is inline, so this pass compiles it.
void Unset::allocated_from_resource() {
  if (function_.getName() != "_ZNSt3pmr15memory_resource8allocateEmm") return;
  for (BasicBlock& block : function_)
    if (auto* end = dyn_cast<ReturnInst>(block.getTerminator())) {
      Before at(*end);
      calls_.call(at, "__mover_never_set", at.getVoidTy(), {end->getReturnValue(), function_.getArg(1)});
    }
}

void Unset::instrument() {
  for (CallBase* call : allocations_) allocated(*call);
  allocated_from_resource();
  for (CallBase* call : exceptions_) {
    Before at(**call->getInsertionPointAfterDef());
    calls_.call(at, "__mover_never_set", at.getVoidTy(), {call, call->getArgOperand(0)});
  }
  for (CallBase* call : library_calls_) report_library_call(*call);
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
  for (const CheckedUse& use : uses_)
    if ((use.as != As::PassedOn && use.as != As::InStruct) || !is_of_library(function_.getName())) check(use);
  for (AllocaInst* local : begin_unset_) begin(*local);
  for (AllocaInst* local : not_watched_) {
    Before at(*local->getNextNonDebugInstruction());
    if (const DILocation* line = line_of(*local)) at.SetCurrentDebugLocation(line);
    calls_.call(at, "__mover_not_watched", at.getVoidTy(), {});
  }
  end();
}

void Unset::begin(AllocaInst& local) {
  const uint64_t size_of_one = calls_.layout().getTypeAllocSize(local.getAllocatedType());
  auto report = [&](Instruction& before) {
    Before at(before);
    Value* size = at.CreateMul(at.CreateZExtOrTrunc(local.getArraySize(), at.getInt64Ty()), at.getInt64(size_of_one));
    calls_.call(at, "__mover_local_unset", at.getVoidTy(), {&local, size});
  };
  std::vector<Instruction*> marks;
  for (User* user : local.users())
    if (const IntrinsicInst* mark = as_start(*cast<Instruction>(user), local))
      marks.push_back(const_cast<IntrinsicInst*>(mark));
  for (Instruction* mark : marks)
    report(*mark->getNextNode());  // Lifetimes reports the beginning of the variable before this point
  if (marks.empty()) report(*local.getNextNonDebugInstruction());
}

// At the exits of the function, marks all bytes of the variables as set, because later frames reuse their memory.
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

// Without marks of lifetimes, no two variables of a function share an address. If two variables shared one, the second
// variable would begin with the states of the first one.
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
  calls_.call(at, allocates_texts(function_) ? "__mover_allocated_text" : "__mover_allocated", at.getVoidTy(), {&call});
}

void Unset::report_library_call(CallBase& call) {
  const StringRef name = call.isInlineAsm() ? "" : call.getCalledFunction()->getName();
  Before at(call);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    if (!argument->getType()->isPointerTy() || isa<Constant>(argument)) continue;
    if (const uint64_t bytes = bytes_of_new_object(name); bytes != 0)
      return static_cast<void>(calls_.call(at, "__mover_now_set", at.getVoidTy(), {argument, at.getInt64(bytes)}));
    if (i == 0 && (is_constructor(name) || makes_object(name)))
      calls_.call(at, "__mover_constructs", at.getVoidTy(),
                  {argument, at.getInt64(bytes_at(call, 0, name)), call.getCalledOperand()});
    else if (!makes_object(name))
      may_have_set(at, call, *argument, bytes_at(call, i, name));
  }
}

void Unset::may_have_set(Before& at, CallBase& call, Value& pointer, uint64_t bytes) {
  Value* callee = call.isInlineAsm() ? ConstantPointerNull::get(PointerType::getUnqual(call.getContext()))
                                     : call.getCalledOperand();
  auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer, 0));
  if (bytes != 0)
    calls_.call(at, "__mover_bytes_may_have_set", at.getVoidTy(), {&pointer, at.getInt64(bytes), callee});
  else if (local != nullptr && local->isStaticAlloca())
    calls_.call(at, "__mover_local_may_have_set", at.getVoidTy(),
                {local, at.getInt64(local->getAllocationSize(calls_.layout())->getFixedValue()), callee});
  else
    calls_.call(at, "__mover_may_have_set", at.getVoidTy(), {&pointer, callee});
}

// Reports the state of the stored value if it may be unset. Before that, it reports the store itself if the variable is
// private; otherwise the call for the access has done so.
void Unset::store(StoreInst& store) {
  Value& pointer = *store.getPointerOperand();
  const bool is_private = captures_.is_private(pointer);
  if (is_private && !is_watched(pointer)) return;
  LoadInst* kept_bits = load_of_kept_bits(store);
  Value* state = state_of(kept_bits != nullptr ? *kept_bits : *store.getValueOperand());
  auto* load = dyn_cast<LoadInst>(store.getValueOperand());
  Value* from = load != nullptr ? load->getPointerOperand()
                                : ConstantPointerNull::get(PointerType::getUnqual(store.getContext()));
  Instruction* next = store.getNextNode();
  Before at(*next);
  Value* size = at.getInt64(calls_.layout().getTypeStoreSize(store.getValueOperand()->getType()));
  if (is_private) calls_.call(at, "__mover_local_set", at.getVoidTy(), {&pointer, size});
  if (state == nullptr) return;
  Before then(*SplitBlockAndInsertIfThen(at.CreateICmpNE(state, at.getInt8(0)), next, false));
  then.SetCurrentDebugLocation(Before(store).getCurrentDebugLocation());
  if (kept_bits != nullptr) return static_cast<void>(calls_.call(then, "__mover_bits_set", then.getVoidTy(), {}));
  calls_.call(then, "__mover_stored_unset", then.getVoidTy(),
              {&pointer, size, then.CreateZExt(state, then.getInt32Ty()), from});
}

void Unset::check(const CheckedUse& use) {
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

// The state of a loaded value. Static memory is set when the program begins, so its state is 0.
Value* Unset::state_of_load(LoadInst& load) {
  Value& pointer = *load.getPointerOperand();
  const uint64_t size = calls_.layout().getTypeStoreSize(load.getType());
  if ((load.isAtomic() && !captures_.is_private(pointer)) || size > kWidest ||
      load.hasMetadata(LLVMContext::MD_nosanitize))
    return nullptr;
  Before at(load);
  if (registers_.contains(&pointer)) {
    Value* variable = state_of_variable(*cast<AllocaInst>(&pointer));
    return variable == nullptr ? nullptr : at.CreateLoad(at.getInt8Ty(), variable);
  }
  const Value* object = getUnderlyingObject(&pointer, 0);
  if (isa<GlobalVariable>(object)) return nullptr;
  if (captures_.is_private(pointer)) {
    if (!is_watched(pointer)) return nullptr;
    return calls_.call(at, "__mover_local_state", at.getInt8Ty(), {&pointer, at.getInt64(size)});
  }
  return at.CreateLoad(at.getInt8Ty(), load.getModule()->getOrInsertGlobal("__mover_state_of_read", at.getInt8Ty()));
}

// The state of an atomic load. If only some of the bytes are unset, they are assumed to be padding of a struct, and the
// state is 0.
Value* Unset::state_of_atomic_load(CallBase& call) {
  if (!is_atomic_load(call)) return nullptr;
  Before at(*call.getNextNode());
  Value* state =
      at.CreateLoad(at.getInt8Ty(), function_.getParent()->getOrInsertGlobal("__mover_state_of_read", at.getInt8Ty()));
  return at.CreateZExt(at.CreateICmpEQ(state, at.getInt8(1)), at.getInt8Ty());
}

// A variable that may be read before its first store, or in which values that may be unset are stored, gets a second
// variable for its state.
Value* Unset::state_of_variable(AllocaInst& variable) {
  if (const auto known = variables_.find(&variable); known != variables_.end()) return known->second;
  const Register& known = registers_.find(&variable)->second;
  if (known.is_always_set) return variables_[&variable] = nullptr;
  IRBuilder<> entry(&variable);
  AllocaInst* state = entry.CreateAlloca(entry.getInt8Ty(), nullptr, "mover.state");
  variables_[&variable] = state;
  std::vector<Instruction*> starts;
  std::vector<StoreInst*> stores;
  for (User* user : variable.users()) {
    if (auto* store = dyn_cast<StoreInst>(user)) stores.push_back(store);
    if (as_start(*cast<Instruction>(user), variable) != nullptr) starts.push_back(cast<Instruction>(user));
  }
  auto set = [&](Instruction& before, Value* value) { Before(before).CreateStore(value, state); };
  Value* const at_first = entry.getInt8(known.starts_set ? 0 : 1);
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
