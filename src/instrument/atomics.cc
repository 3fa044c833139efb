// Instruments atomic accesses and fences. If -fsanitize=thread has a function that performs the access, a call of it
// replaces the instruction. Otherwise a call announces the access, and the instruction stays.
#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kWidestAtomic = 16;

Value* order(IRBuilder<>& at, AtomicOrdering ordering) {
  return at.getInt32(
      static_cast<uint32_t>(toCABI(ordering == AtomicOrdering::Unordered ? AtomicOrdering::Monotonic : ordering)));
}

// Converts the value to an integer of the same size.
Value* as_integer(IRBuilder<>& at, Value* value, uint64_t bytes) {
  Type* integer = at.getIntNTy(static_cast<unsigned>(8 * bytes));
  if (value->getType()->isPointerTy()) return at.CreatePtrToInt(value, integer);
  return value->getType()->isIntegerTy() ? at.CreateZExt(value, integer) : at.CreateBitCast(value, integer);
}
Value* from_integer(IRBuilder<>& at, Value* integer, Type* type) {
  if (type->isPointerTy()) return at.CreateIntToPtr(integer, type);
  return type->isIntegerTy() ? at.CreateTrunc(integer, type) : at.CreateBitCast(integer, type);
}

void replace(Instruction& instruction, Value* value) {
  if (!instruction.getType()->isVoidTy()) instruction.replaceAllUsesWith(value);
  instruction.eraseFromParent();
}

std::string name(uint64_t bytes, const char* what) { return "__tsan_atomic" + std::to_string(8 * bytes) + "_" + what; }

void replace_load(LoadInst& load, uint64_t bytes, Calls& calls) {
  Before at(load);
  Value* now = calls.call(at, name(bytes, "load"), at.getIntNTy(static_cast<unsigned>(8 * bytes)),
                          {load.getPointerOperand(), order(at, load.getOrdering())});
  replace(load, from_integer(at, now, load.getType()));
}

void replace_store(StoreInst& store, uint64_t bytes, Calls& calls) {
  Before at(store);
  Value* value = as_integer(at, store.getValueOperand(), bytes);
  calls.call(at, name(bytes, "store"), at.getVoidTy(),
             {store.getPointerOperand(), value, order(at, store.getOrdering())});
  store.eraseFromParent();
}

const char* operation_of(AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case AtomicRMWInst::Xchg:
      return "exchange";
    case AtomicRMWInst::Add:
      return "fetch_add";
    case AtomicRMWInst::Sub:
      return "fetch_sub";
    case AtomicRMWInst::And:
      return "fetch_and";
    case AtomicRMWInst::Or:
      return "fetch_or";
    case AtomicRMWInst::Xor:
      return "fetch_xor";
    case AtomicRMWInst::Nand:
      return "fetch_nand";
    default:
      return nullptr;
  }
}

void replace_update(AtomicRMWInst& update, uint64_t bytes, Calls& calls) {
  Before at(update);
  const char* operation = operation_of(update.getOperation());
  if (operation == nullptr) {  // minimum, maximum, or an operation on floating-point numbers
    calls.call(at, "__mover_atomic_update", at.getVoidTy(),
               {update.getPointerOperand(), at.getInt64(bytes), order(at, update.getOrdering())});
    return;
  }
  Value* value = as_integer(at, update.getValOperand(), bytes);
  Value* old = calls.call(at, name(bytes, operation), value->getType(),
                          {update.getPointerOperand(), value, order(at, update.getOrdering())});
  replace(update, from_integer(at, old, update.getType()));
}

// The new call returns the old value. The exchange has succeeded if this is the expected value.
void replace_strong_exchange(AtomicCmpXchgInst& exchange, uint64_t bytes, Calls& calls) {
  Before at(exchange);
  Value* expected = as_integer(at, exchange.getCompareOperand(), bytes);
  Value* value = as_integer(at, exchange.getNewValOperand(), bytes);
  const bool takes_lock = bytes == 8 && exchange.hasMetadata(kTakesLock);
  Value* found =
      calls.call(at, takes_lock ? "__mover_lock_exchange" : name(bytes, "compare_exchange_val"), value->getType(),
                 {exchange.getPointerOperand(), expected, value, order(at, exchange.getSuccessOrdering()),
                  order(at, exchange.getFailureOrdering())});
  Value* old = from_integer(at, found, exchange.getCompareOperand()->getType());
  Value* both = at.CreateInsertValue(PoisonValue::get(exchange.getType()), old, 0);
  replace(exchange, at.CreateInsertValue(both, at.CreateICmpEQ(found, expected), 1));
}

// Replaces an exchange that may fail spuriously.
void replace_weak_exchange(AtomicCmpXchgInst& exchange, uint64_t bytes, Calls& calls) {
  IRBuilder<> entry(&*exchange.getFunction()->getEntryBlock().getFirstInsertionPt());
  Type* integer = entry.getIntNTy(static_cast<unsigned>(8 * bytes));
  AllocaInst* expected = entry.CreateAlloca(integer, nullptr, "mover.expected");
  Before at(exchange);
  at.CreateStore(as_integer(at, exchange.getCompareOperand(), bytes), expected);
  Value* value = as_integer(at, exchange.getNewValOperand(), bytes);
  Value* success = calls.call(at, name(bytes, "compare_exchange_weak"), at.getInt32Ty(),
                              {exchange.getPointerOperand(), expected, value, order(at, exchange.getSuccessOrdering()),
                               order(at, exchange.getFailureOrdering())});
  Value* old = from_integer(at, at.CreateLoad(integer, expected), exchange.getCompareOperand()->getType());
  Value* both = at.CreateInsertValue(PoisonValue::get(exchange.getType()), old, 0);
  replace(exchange, at.CreateInsertValue(both, at.CreateICmpNE(success, at.getInt32(0)), 1));
}

}  // namespace

bool instrument_atomic(Instruction& instruction, Captures& captures, Calls& calls) {
  if (!instruction.isAtomic()) return false;
  if (auto* fence = dyn_cast<FenceInst>(&instruction)) {
    if (fence->getSyncScopeID() == SyncScope::SingleThread)
      return true;  // orders only signal handlers of the same thread
    Before at(*fence);
    calls.call(at, "__tsan_atomic_thread_fence", at.getVoidTy(), {order(at, fence->getOrdering())});
    return true;
  }
  const Value* pointer = instruction.getOperand(isa<StoreInst>(instruction) ? StoreInst::getPointerOperandIndex() : 0);
  if (captures.is_private(*pointer)) return true;
  Type* type = instruction.getType();
  if (auto* store = dyn_cast<StoreInst>(&instruction)) type = store->getValueOperand()->getType();
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) type = exchange->getCompareOperand()->getType();
  const uint64_t bytes = calls.layout().getTypeStoreSize(type);
  if (bytes > kWidestAtomic || !isPowerOf2_64(bytes) || pointer->getType()->getPointerAddressSpace() != 0) {
    Before at(instruction);
    calls.not_followed(at, "atomic access of " + std::to_string(bytes) + " bytes");
  } else if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    replace_load(*load, bytes, calls);
  } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    replace_store(*store, bytes, calls);
  } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    replace_update(*update, bytes, calls);
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    exchange->isWeak() ? replace_weak_exchange(*exchange, bytes, calls)
                       : replace_strong_exchange(*exchange, bytes, calls);
  }
  return true;
}

}  // namespace mover::instrument
