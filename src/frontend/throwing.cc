// The least fixed point: a function may throw if it writes the exception in flight, if it calls a function that may
// throw and does not catch everything, or if it resumes unwinding. A call through a pointer may call each function of
// that type whose address is taken. (If a program calls a function through a pointer of another type and it throws, the
// run-time notices that: src/cxxabi/throw.cc.)
#include "frontend/throwing.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "frontend/handlers.h"
#include "frontend/program_builder.h"

namespace mover::frontend {

namespace {

// Whether the function uses the variable, directly or by a constant expression.
void add_users(const llvm::Value& value, std::set<const llvm::Function*>& users) {
  for (const llvm::User* user : value.users()) {
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
      users.insert(instruction->getFunction());
    else
      add_users(*user, users);
  }
}

}  // namespace

Throwing::Throwing(const llvm::Module& module, const llvm::GlobalVariable& in_flight) {
  std::set<const llvm::Function*> throwers;
  add_users(in_flight, throwers);
  for (const llvm::Function* function : throwers) add(*function);
  for (bool grows = true; grows;) {
    grows = false;
    for (const llvm::Function& function : module)
      if (!functions_.contains(&function) && may_leave(function)) grows |= add(function);
  }
}

bool Throwing::add(const llvm::Function& function) {
  functions_.insert(&function);
  if (function.hasAddressTaken()) called_as_.insert(function.getFunctionType());
  return true;
}

bool Throwing::may_throw(const llvm::CallBase& call) const {
  if (call.isInlineAsm() || llvm::isa<llvm::IntrinsicInst>(call)) return false;
  const llvm::Value* callee = resolve_alias(call.getCalledOperand());
  if (const auto* function = llvm::dyn_cast<llvm::Function>(callee)) return functions_.contains(function);
  return called_as_.contains(call.getFunctionType());
}

// The blocks that control may reach. It reaches a landing pad only if one of the calls that land there may throw: what
// a handler throws again does not matter if nothing is thrown.
std::vector<const llvm::BasicBlock*> Throwing::reached(const llvm::Function& function) const {
  std::vector<const llvm::BasicBlock*> blocks;
  std::set<const llvm::BasicBlock*> known;
  auto add = [&](const llvm::BasicBlock* block) {
    if (known.insert(block).second) blocks.push_back(block);
  };
  if (!function.empty()) add(&function.getEntryBlock());
  for (size_t i = 0; i < blocks.size(); ++i) {
    const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(blocks[i]->getTerminator());
    if (invoke != nullptr && !may_throw(*invoke))
      add(invoke->getNormalDest());
    else
      for (const llvm::BasicBlock* next : llvm::successors(blocks[i])) add(next);
  }
  return blocks;
}

bool Throwing::has_throwing_call(const llvm::Function& function) const {
  for (const llvm::BasicBlock* block : reached(function))
    for (const llvm::Instruction& instruction : *block)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && may_throw(*call))
        return true;
  return false;
}

bool Throwing::may_leave(const llvm::Function& function) const {
  bool resumes = false, lands = false;
  for (const llvm::BasicBlock* block : reached(function)) {
    for (const llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::ResumeInst>(instruction)) resumes = true;
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || !may_throw(*call)) continue;
      const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(call);
      if (invoke == nullptr) return true;
      const llvm::LandingPadInst& pad = *invoke->getLandingPadInst();
      if (!pad.isCleanup() && !catches_all(pad)) return true;
      lands = true;
    }
  }
  return resumes && lands;
}

}  // namespace mover::frontend
