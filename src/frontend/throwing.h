// Which functions may throw: a whole-program analysis, so that calls which cannot throw cost nothing.
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <set>
#include <vector>

namespace mover::frontend {

class Throwing {
 public:
  // `in_flight`: the run-time's variable. Only functions that write it throw by themselves.
  Throwing(const llvm::Module& module, const llvm::GlobalVariable& in_flight);

  bool may_throw(const llvm::CallBase& call) const;
  bool has_throwing_call(const llvm::Function& function) const;

 private:
  std::vector<const llvm::BasicBlock*> reached(const llvm::Function& function) const;
  bool may_leave(const llvm::Function& function) const;
  bool add(const llvm::Function& function);

  std::set<const llvm::Function*> functions_;      // that an exception may leave
  std::set<const llvm::FunctionType*> called_as_;  // the types of those whose address is taken
};

}  // namespace mover::frontend
