// Dependences on the environment that only the program's code shows: the run-time library reports each as an assumption
// when it is reached (runtime/scheduling/assumptions.h).
#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

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

// The distance of two pointers does not depend on their addresses.
bool is_distance(const PtrToIntInst& number) {
  return all_of(number.users(), [](const User* user) {
    const auto* sum = dyn_cast<BinaryOperator>(user);
    return sum != nullptr && sum->getOpcode() == Instruction::Sub && isa<PtrToIntInst>(sum->getOperand(0)) &&
           isa<PtrToIntInst>(sum->getOperand(1));
  });
}

}  // namespace

void note_arguments(Function& main, Calls& calls) {
  if (main.getName() != "main" || none_of(main.args(), [](const Argument& a) { return is_used(a); })) return;
  Before at(*main.getEntryBlock().getFirstInsertionPt());
  calls.call(at, "__mover_takes_arguments", at.getVoidTy(), {});
}

// Whether a range overlaps a string does not depend on their addresses.
bool asks_for_overlap(const Function& function) { return function.getName().contains("_M_disjunct"); }

// Whether the value may be an address or a thread's handle that the text does not determine. Library code is included:
// it compares std::thread::id.
bool may_be_identity(const Value& value, const CmpInst& comparison) {
  if (isa<Constant>(value) || isa<AllocaInst>(value)) return false;
  return value.getType()->isPointerTy() || (value.getType()->isIntegerTy(64) && comparison.isEquality());
}

void note_comparison(ICmpInst& comparison, Calls& calls) {
  Value *one = comparison.getOperand(0), *other = comparison.getOperand(1);
  if (!may_be_identity(*one, comparison) || !may_be_identity(*other, comparison)) return;
  Before at(comparison);
  calls.call(at, one->getType()->isPointerTy() ? "__mover_compares_pointers" : "__mover_compares_numbers",
             at.getVoidTy(), {one, other});
}

void note_address(Instruction& instruction, Calls& calls) {
  if (const auto* number = dyn_cast<PtrToIntInst>(&instruction); number != nullptr && !is_distance(*number)) {
    Before at(instruction);
    calls.call(at, "__mover_address_as_number", at.getVoidTy(), {});
  }
  auto* comparison = dyn_cast<ICmpInst>(&instruction);
  if (comparison != nullptr) note_comparison(*comparison, calls);
  if (comparison == nullptr || !comparison->isRelational() || !comparison->getOperand(0)->getType()->isPointerTy())
    return;
  if (asks_for_overlap(*instruction.getFunction())) return;
  Before at(instruction);
  calls.call(at, "__mover_orders_addresses", at.getVoidTy(), {comparison->getOperand(0), comparison->getOperand(1)});
}

}  // namespace mover::instrument
