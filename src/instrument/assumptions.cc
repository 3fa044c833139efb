// Instruments operations that depend on the environment and call no library function: main reads its arguments, and
// addresses are used as numbers or compared. If an execution reaches such an operation, the run-time library reports
// the assumption (runtime/scheduling/assumptions.h).
#include "bitcode/addresses_as_numbers.h"
#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;
using bitcode::is_distance, bitcode::variable_as_number;

namespace {

// Whether the parameter, which the front end has stored in a variable of its own, is used.
bool is_used(const Value& parameter) {
  for (const User* user : parameter.users()) {
    const auto* store = dyn_cast<StoreInst>(user);
    const auto* variable = store == nullptr ? nullptr : dyn_cast<AllocaInst>(store->getPointerOperand());
    if (variable == nullptr) return true;
    for (const User* other : variable->users()) {
      const bool is_unused_load = isa<LoadInst>(other) && other->use_empty();
      const auto* call = dyn_cast<IntrinsicInst>(other);
      if (other != store && !is_unused_load && (call == nullptr || !call->isLifetimeStartOrEnd())) return true;
    }
  }
  return false;
}

}  // namespace

void note_arguments(Function& main, Calls& calls) {
  if (main.getName() != "main" || none_of(main.args(), [](const Argument& a) { return is_used(a); })) return;
  Before at(*main.getEntryBlock().getFirstInsertionPt());
  calls.call(at, "__mover_takes_arguments", at.getVoidTy(), {});
}

void note_hash_of_handle(Function& function, Calls& calls) {
  if (!function.getName().starts_with("_ZNKSt4hashINSt6thread2idEEcl") || function.arg_size() != 2) return;
  Before at(*function.getEntryBlock().getFirstInsertionPt());
  calls.call(at, "__mover_hashes_handle", at.getVoidTy(), {function.getArg(1)});
}

// Whether the function tests if a range overlaps a string. Its result does not depend on the order of addresses.
bool tests_overlap(const Function& function) { return function.getName().contains("_M_disjunct"); }

bool is_number(const Type& type) { return type.isIntegerTy() && type.getIntegerBitWidth() <= 64; }

// Whether the value may be an address, the handle of a thread, or a number that was computed from one of these.
// Constants and addresses of local variables do not count. Code of the C++ library is included, because it compares
// std::thread::id.
bool may_be_identity(const Value& value, const CmpInst& comparison) {
  if (isa<Constant>(value) || isa<AllocaInst>(value)) return false;
  const Type& type = *value.getType();
  if (type.isPointerTy()) return true;
  if (!comparison.isEquality()) return isa<PtrToIntInst>(value);  // std::less of pointers
  return is_number(type) && !type.isIntegerTy(1);
}

// The address that the value was loaded from, if it may be a part of a word that holds an address; otherwise null.
Value* source_of_part(Value& value) {
  Value* number = &value;
  if (isa<ZExtInst>(number) || isa<SExtInst>(number)) number = cast<CastInst>(number)->getOperand(0);
  const auto* load = dyn_cast<LoadInst>(number);
  if (load != nullptr && !load->getType()->isIntegerTy(64) && !isa<AllocaInst>(load->getPointerOperand()))
    return const_cast<Value*>(load->getPointerOperand());
  return ConstantPointerNull::get(PointerType::getUnqual(value.getContext()));
}

void note_comparison(ICmpInst& comparison, Calls& calls) {
  Value *one = comparison.getOperand(0), *other = comparison.getOperand(1);
  if (isa<AllocaInst>(other)) std::swap(one, other);
  if (isa<AllocaInst>(one) && may_be_identity(*other, comparison)) {
    Before at(comparison);
    calls.call(at, "__mover_compares_with_local", at.getVoidTy(), {one, other});
    return;
  }
  if (!may_be_identity(*one, comparison) || !may_be_identity(*other, comparison)) return;
  Before at(comparison);
  if (one->getType()->isPointerTy()) {
    calls.call(at, "__mover_compares_pointers", at.getVoidTy(), {one, other});
  } else if (one->getType()->isIntegerTy(64)) {
    calls.call(at, "__mover_compares_numbers", at.getVoidTy(), {one, other});
  } else if (comparison.isEquality()) {
    Type* word = at.getInt64Ty();
    calls.call(at, "__mover_compares_parts", at.getVoidTy(),
               {at.CreateZExt(one, word), at.CreateZExt(other, word), source_of_part(*one), source_of_part(*other)});
  }
}

// Whether the instruction may compute a hash of an address, or a part of one.
bool computes_number(const Instruction& instruction) {
  return (isa<BinaryOperator>(instruction) || isa<TruncInst>(instruction)) && is_number(*instruction.getType()) &&
         instruction.getType()->getIntegerBitWidth() > 16 && is_number(*instruction.getOperand(0)->getType());
}

void note_number(Instruction& instruction, Calls& calls) {
  Before at(*instruction.getNextNode());
  Type* word = at.getInt64Ty();
  Value* one = at.CreateZExt(instruction.getOperand(0), word);
  Value* other =
      isa<BinaryOperator>(instruction) ? at.CreateZExt(instruction.getOperand(1), word) : Constant::getNullValue(word);
  calls.call(at, "__mover_computes_number", at.getVoidTy(), {one, other, at.CreateZExt(&instruction, word)});
}

// Reports the numbers that are computed in functions that convert pointers to numbers. (A function that only gets such
// a number as an argument is not included.)
void note_numbers(Function& function, ArrayRef<Instruction*> as_written, Calls& calls) {
  const auto turns = [](const Instruction* instruction) {
    const auto* number = dyn_cast<PtrToIntInst>(instruction);
    return number != nullptr && !is_distance(*number);
  };
  if (is_of_library(function.getName()) || none_of(as_written, turns)) return;
  for (Instruction* instruction : as_written)
    if (computes_number(*instruction)) note_number(*instruction, calls);
}

void note_address(Instruction& instruction, Calls& calls) {
  if (instruction.hasMetadata(LLVMContext::MD_nosanitize)) return;  // inserted by Mover or another sanitizer
  if (Constant* variable = variable_as_number(instruction)) {
    Before at(instruction);
    calls.call(at, "__mover_address_as_number", at.getVoidTy(), {variable});
  }
  if (auto* number = dyn_cast<PtrToIntInst>(&instruction); number != nullptr && !is_distance(*number)) {
    Before at(instruction);
    calls.call(at, "__mover_address_as_number", at.getVoidTy(), {number->getPointerOperand()});
  }
  auto* comparison = dyn_cast<ICmpInst>(&instruction);
  if (comparison != nullptr) note_comparison(*comparison, calls);
  if (comparison == nullptr || !comparison->isRelational() || !comparison->getOperand(0)->getType()->isPointerTy())
    return;
  if (tests_overlap(*instruction.getFunction())) return;
  Before at(instruction);
  calls.call(at, "__mover_orders_addresses", at.getVoidTy(), {comparison->getOperand(0), comparison->getOperand(1)});
}

}  // namespace mover::instrument
