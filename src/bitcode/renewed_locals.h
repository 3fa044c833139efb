// Finds locals that are a new object each time their block is entered. A pointer to such a variable of an earlier
// iteration of a loop must not be valid in this iteration, although Clang allocates both variables at the same address.
#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace mover::bitcode {

inline const llvm::IntrinsicInst* lifetime_mark(const llvm::User* user, llvm::Intrinsic::ID which) {
  const auto* mark = llvm::dyn_cast<llvm::IntrinsicInst>(user);
  return mark != nullptr && mark->getIntrinsicID() == which ? mark : nullptr;
}

// The only instruction that begins the local's lifetime; null if there are several or none.
inline const llvm::IntrinsicInst* only_start(const llvm::AllocaInst& local) {
  const llvm::IntrinsicInst* start = nullptr;
  for (const llvm::User* user : local.users())
    if (const auto* mark = lifetime_mark(user, llvm::Intrinsic::lifetime_start); mark != nullptr) {
      if (start != nullptr) return nullptr;
      start = mark;
    }
  return start;
}

inline bool lies_within(const llvm::DIScope* scope, const llvm::DIScope* outer) {
  for (; scope != nullptr; scope = scope->getScope())
    if (scope == outer) return true;
  return false;
}

// Whether the block of the variable has a label before its declaration. A goto may then jump back over the declaration
// without leaving the block, and in C the variable remains the same object.
inline bool has_label_before(const llvm::DILocalVariable& variable, const llvm::Function& function) {
  const auto is_before = [&](const llvm::DILabel* label) {
    return lies_within(label->getScope(), variable.getScope()) && label->getLine() <= variable.getLine();
  };
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* label = llvm::dyn_cast<llvm::DbgLabelInst>(&instruction);
        label != nullptr && is_before(label->getLabel()))
      return true;
    for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
      if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record);
          label != nullptr && is_before(label->getLabel()))
        return true;
  }
  return false;
}

// The variable of the source; null if the local is a temporary of the compiler.
inline const llvm::DILocalVariable* variable_of(llvm::AllocaInst& local) {
  for (const llvm::DbgVariableRecord* declared : llvm::findDVRDeclares(&local)) return declared->getVariable();
  for (const llvm::DbgDeclareInst* declared : llvm::findDbgDeclares(&local)) return declared->getVariable();
  return nullptr;
}

// Whether the local's block is not the outermost one of its function.
inline bool is_in_inner_block(llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = variable_of(local);
  return variable != nullptr && !llvm::isa<llvm::DISubprogram>(variable->getScope());
}

// Whether the local may get a new address at each start of its lifetime, and its lifetime may start repeatedly. The
// start S must dominate every use of the address. Then every value that is computed from the address is computed again
// after S, before it is used. Proof: Let D compute such a value and U use it. S dominates D, and D dominates U. Suppose
// that a path leads from S to U and avoids D. A path from the entry to its first visit of S avoids D, because S
// dominates D. Together they would be a path from the entry to U that avoids D, a contradiction.
inline bool is_renewed(llvm::AllocaInst& local, const llvm::DominatorTree& dominators) {
  const llvm::IntrinsicInst* start = only_start(local);
  if (start == nullptr || !local.isStaticAlloca()) return false;
  const auto is_after_start = [&](const llvm::Use& use) {
    return use.getUser() == start || dominators.dominates(start, use);
  };
  if (!llvm::all_of(local.uses(), is_after_start)) return false;
  const bool comes_again = llvm::isPotentiallyReachable(start->getNextNode(), start, nullptr, &dominators);
  const llvm::DILocalVariable* variable = variable_of(local);
  return comes_again && (variable == nullptr || !has_label_before(*variable, *local.getFunction()));
}

}  // namespace mover::bitcode
