// Conversions of addresses to numbers. What a program computes from such a number depends on where its objects lie in
// memory, unless it is the distance of two addresses.
#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

namespace mover::bitcode {

// Whether the number is only used to compute the distance of two pointers, which does not depend on their addresses.
inline bool is_distance(const llvm::PtrToIntInst& number) {
  return llvm::all_of(number.users(), [](const llvm::User* user) {
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(user);
    return sum != nullptr && sum->getOpcode() == llvm::Instruction::Sub &&
           llvm::isa<llvm::PtrToIntInst>(sum->getOperand(0)) && llvm::isa<llvm::PtrToIntInst>(sum->getOperand(1));
  });
}

// The variable whose address the constant converts to a number; null: there is none. (Addresses of functions
// are left out, because pointers to member functions are numbers, too.)
inline llvm::Constant* variable_as_number(llvm::Constant& constant) {
  auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  if (expression == nullptr) return nullptr;
  if (expression->getOpcode() == llvm::Instruction::PtrToInt) {
    llvm::Constant* address = expression->getOperand(0);
    return llvm::isa<llvm::GlobalVariable>(address->stripInBoundsOffsets()) ? address : nullptr;
  }
  for (llvm::Value* operand : expression->operands())
    if (llvm::Constant* variable = variable_as_number(*llvm::cast<llvm::Constant>(operand))) return variable;
  return nullptr;
}

// The same for the operands of the instruction.
inline llvm::Constant* variable_as_number(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction) || instruction.isDebugOrPseudoInst()) return nullptr;
  for (llvm::Value* operand : instruction.operands())
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand))
      if (llvm::Constant* variable = variable_as_number(*constant)) return variable;
  return nullptr;
}

}  // namespace mover::bitcode
