// The subscripts of arrays by which an access computes its address, as Clang writes them: s.a[i], m[i][j], p->a[i].x.
// An index that is out of the bounds of its array is an error, even if the address stays inside the object that
// contains the array. Arithmetic on pointers (*(p + i), p[i]) may leave an array as long as it returns before the
// access, so pointers are not followed beyond it.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace mover::bitcode {

struct Subscript {
  llvm::Value* index;
  uint64_t length;  // the number of elements of the array
};
using Subscripts = llvm::SmallVector<Subscript, 4>;

// Whether the array is the whole variable. Then accesses out of its bounds are out of the variable's, which is checked
// for every access.
inline bool is_whole_variable(const llvm::Value& base, const llvm::Type* type) {
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&base)) return local->getAllocatedType() == type;
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&base);
  return global != nullptr && global->getValueType() == type;
}

// Adds the subscripts of one computation. Returns whether they select a part of what the base points to; otherwise the
// computation begins with arithmetic on the base. An array of one element may be the beginning of a larger one, as was
// usual before C had flexible array members, so it has no bounds.
inline bool add_subscripts(const llvm::GEPOperator& address, Subscripts& found) {
  struct Step {
    llvm::Value* index;
    llvm::Type* whole;  // the type of which the index selects a part
  };
  llvm::SmallVector<Step, 4> steps;
  llvm::Type* whole = nullptr;  // the first index moves the base
  for (auto at = llvm::gep_type_begin(address); at != llvm::gep_type_end(address); ++at) {
    steps.push_back({at.getOperand(), whole});
    whole = at.getIndexedType();
  }
  for (size_t i = steps.size(); i-- > 1;) {
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(steps[i].whole);
    const bool has_bounds = array != nullptr && array->getNumElements() > 1;
    if (has_bounds && (i > 1 || !is_whole_variable(*address.getPointerOperand(), array)))
      found.push_back({steps[i].index, array->getNumElements()});
  }
  const auto* first = llvm::dyn_cast<llvm::ConstantInt>(steps[0].index);
  return first != nullptr && first->isZero();
}

inline Subscripts subscripts_of(const llvm::Value& pointer) {
  Subscripts found;
  const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
  while (address != nullptr && !address->getType()->isVectorTy() && add_subscripts(*address, found))
    address = llvm::dyn_cast<llvm::GEPOperator>(address->getPointerOperand());
  return found;
}

// The subscripts of all addresses that the instruction accesses, without those that are known to be in bounds.
inline Subscripts subscripts_of(const llvm::Instruction& instruction) {
  Subscripts found;
  const auto add = [&](const llvm::Value* pointer) {
    for (const Subscript& subscript : subscripts_of(*pointer)) {
      const auto* known = llvm::dyn_cast<llvm::ConstantInt>(subscript.index);
      if (known == nullptr || known->getValue().uge(subscript.length)) found.push_back(subscript);
    }
  };
  if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
    add(pointer);
  } else if (llvm::isa<llvm::AtomicRMWInst>(instruction) || llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) {
    add(instruction.getOperand(0));
  } else if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
    if (size == nullptr || size->isZero()) return found;  // copies of nothing may have any address
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(memory)) add(copy->getRawSource());
    add(memory->getRawDest());
  }
  return found;
}

}  // namespace mover::bitcode
