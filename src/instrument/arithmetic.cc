// Inserts checks of operations that are undefined for some operands, as the interpreter does: shifts by the width of
// the type or more, divisions, conversions of floating-point numbers that are out of range, and the unreachable
// instruction. The processor itself traps only on divisions.
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/instrument.h"

namespace mover::instrument {

using namespace llvm;

namespace {

// Calls the run-time library if the condition holds. A constant condition needs no branch, and no call if it is false.
void report_if(Value* fails, Instruction& instruction, const char* what, ArrayRef<Value*> arguments, Calls& calls) {
  const auto* known = dyn_cast<ConstantInt>(fails);
  if (known != nullptr && known->isZero()) return;
  Before then(known != nullptr ? instruction : *SplitBlockAndInsertIfThen(fails, &instruction, false));
  then.SetCurrentDebugLocation(Before(instruction).getCurrentDebugLocation());
  calls.call(then, what, then.getVoidTy(), arguments);
}

void check_shift(BinaryOperator& shift, Calls& calls) {
  Before at(shift);
  const unsigned width = shift.getType()->getIntegerBitWidth();
  Value* fails = at.CreateICmpUGE(shift.getOperand(1), ConstantInt::get(shift.getType(), width));
  report_if(fails, shift, "__mover_shift", {at.getInt32(width)}, calls);
}

void check_division(BinaryOperator& division, bool is_signed, Calls& calls) {
  Before at(division);
  Type* type = division.getType();
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  report_if(at.CreateICmpEQ(divisor, ConstantInt::get(type, 0)), division, "__mover_division", {at.getInt32(0)}, calls);
  if (!is_signed) return;
  Before after(division);
  Value* is_smallest =
      after.CreateICmpEQ(dividend, ConstantInt::get(type, APInt::getSignedMinValue(type->getIntegerBitWidth())));
  Value* is_minus_one = after.CreateICmpEQ(divisor, ConstantInt::getAllOnesValue(type));
  report_if(after.CreateAnd(is_smallest, is_minus_one), division, "__mover_division", {after.getInt32(1)}, calls);
}

// The number is rounded towards zero, and must then fit. So it must be greater than the smallest integer minus one, and
// less than the largest integer plus one. If the smallest integer minus one is not representable as a floating-point
// number, the number must be at least the smallest integer.
void check_conversion(CastInst& cast, bool is_signed, Calls& calls) {
  Before at(cast);
  Value* number = cast.getOperand(0);
  Type* type = number->getType();
  const int bits = static_cast<int>(cast.getDestTy()->getIntegerBitWidth()) - (is_signed ? 1 : 0);
  const APFloat one(type->getFltSemantics(), 1);
  const APFloat limit = scalbn(one, bits, APFloat::rmNearestTiesToEven);  // infinite if all numbers fit
  const APFloat smallest = is_signed ? -limit : APFloat(type->getFltSemantics(), 0);
  APFloat below = smallest;
  const bool is_exact = below.subtract(one, APFloat::rmNearestTiesToEven) == APFloat::opOK;
  Value* is_above = is_exact ? at.CreateFCmpOGT(number, ConstantFP::get(type, below))
                             : at.CreateFCmpOGE(number, ConstantFP::get(type, smallest));
  Value* fits = at.CreateAnd(at.CreateFCmpOLT(number, ConstantFP::get(type, limit)), is_above);
  report_if(at.CreateNot(fits), cast, "__mover_conversion", {}, calls);
}

}  // namespace

void check_arithmetic(Instruction& instruction, Calls& calls) {
  if (instruction.getType()->isVectorTy()) return;
  switch (instruction.getOpcode()) {
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return check_shift(cast<BinaryOperator>(instruction), calls);
    case Instruction::UDiv:
    case Instruction::URem:
      return check_division(cast<BinaryOperator>(instruction), false, calls);
    case Instruction::SDiv:
    case Instruction::SRem:
      return check_division(cast<BinaryOperator>(instruction), true, calls);
    case Instruction::FPToUI:
      return check_conversion(cast<CastInst>(instruction), false, calls);
    case Instruction::FPToSI:
      return check_conversion(cast<CastInst>(instruction), true, calls);
    case Instruction::Unreachable: {
      Before at(instruction);
      calls.call(at, "__mover_unreachable", at.getVoidTy(), {});
      return;
    }
    default:
      return;
  }
}

}  // namespace mover::instrument
