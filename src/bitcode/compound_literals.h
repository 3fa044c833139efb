// Marks the lifetimes of compound literals. A compound literal of C, such as (int[]){1, 2}, lives until the end of its
// enclosing block, but Clang allocates it for the whole function and does not mark its lifetime. The scopes of the
// debug information show where a block of the source ends. The front end and the native engine's instrumentation add
// the marks, each in its own copy of the unoptimised module.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <vector>

#include "bitcode/first_use.h"
#include "bitcode/renewed_locals.h"

namespace mover::bitcode {

class CompoundLiteral {
 public:
  CompoundLiteral(llvm::AllocaInst& literal, const llvm::DominatorTree& dominators) : literal_(literal) {
    first_ = first_use(literal, dominators);
    if (first_ == nullptr) return;
    const llvm::DILocation* where = first_->getDebugLoc();
    scope_ = where == nullptr ? nullptr : where->getScope();
    while (llvm::isa_and_nonnull<llvm::DILexicalBlockFile>(scope_)) scope_ = scope_->getScope();
  }

  void mark() {
    if (!llvm::isa_and_nonnull<llvm::DILexicalBlock>(scope_)) return;
    find_blocks();
    find_ends();
    for (llvm::Instruction* before : ends_) llvm::IRBuilder<>(before).CreateLifetimeEnd(&literal_, size_of(literal_));
    for (const auto& [from, to] : edges_) end_between(*from, *to);
    llvm::IRBuilder<>(first_).CreateLifetimeStart(&literal_, size_of(literal_));
  }

 private:
  // Whether an instruction belongs to the literal's block of the source; unknown if it has no location.
  enum class InScope { Unknown, Yes, No };

  InScope in_scope(const llvm::Instruction& instruction) const {
    const llvm::DILocation* where = instruction.getDebugLoc();
    if (where == nullptr || where->getLine() == 0 || &instruction == &literal_) return InScope::Unknown;
    return lies_within(where->getScope(), scope_) ? InScope::Yes : InScope::No;
  }

  // Determines for each basic block whether its beginning and its end are in the scope. A basic block without locations
  // is in the scope if the end of a predecessor is.
  void find_blocks() {
    llvm::Function& function = *literal_.getFunction();
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        const InScope here = in_scope(instruction);
        if (here == InScope::Unknown) continue;
        if (begin_[&block] == InScope::Unknown) begin_[&block] = here;
        end_[&block] = here;
      }
    for (bool changes = true; changes;) {
      changes = false;
      for (const llvm::BasicBlock& block : function)
        for (const llvm::BasicBlock* before : llvm::predecessors(&block))
          if (end_[&block] == InScope::Unknown && end_[before] == InScope::Yes)
            end_[&block] = InScope::Yes, changes = true;
    }
  }

  // Finds the instructions and edges at which control leaves the scope.
  void find_ends() {
    for (llvm::BasicBlock& block : *literal_.getFunction()) {
      InScope last = InScope::Unknown;
      for (llvm::Instruction& instruction : block) {
        const InScope here = in_scope(instruction);
        if (last == InScope::Yes && here == InScope::No && !llvm::isa<llvm::PHINode>(instruction))
          ends_.push_back(&instruction);
        if (here != InScope::Unknown) last = here;
      }
      if (end_[&block] != InScope::Yes) continue;
      for (llvm::BasicBlock* next : llvm::successors(&block))
        if (begin_[next] == InScope::No) edges_.push_back({&block, next});
    }
  }

  void end_between(llvm::BasicBlock& from, llvm::BasicBlock& to) {
    llvm::Instruction* before = nullptr;
    if (from.getSingleSuccessor() == &to)
      before = from.getTerminator();
    else if (to.getSinglePredecessor() == &from)
      before = &*to.getFirstInsertionPt();
    else if (llvm::BasicBlock* between = llvm::SplitEdge(&from, &to))
      before = between->getTerminator();
    if (before != nullptr) llvm::IRBuilder<>(before).CreateLifetimeEnd(&literal_, size_of(literal_));
  }

  llvm::AllocaInst& literal_;
  llvm::Instruction* first_ = nullptr;    // the lifetime begins before this instruction
  const llvm::DIScope* scope_ = nullptr;  // the literal's block of the source
  std::map<const llvm::BasicBlock*, InScope> begin_, end_;
  std::vector<llvm::Instruction*> ends_;  // the lifetime ends before these instructions and on these edges
  std::vector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> edges_;
};

inline void mark_compound_literals(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> literals;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        local != nullptr && local->getName().starts_with(".compoundliteral"))
      literals.push_back(local);
  for (llvm::AllocaInst* literal : literals) {
    const llvm::DominatorTree dominators(function);
    CompoundLiteral(*literal, dominators).mark();
  }
}

}  // namespace mover::bitcode
