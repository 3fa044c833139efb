#include "frontend/clock_use.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>
#include <set>

#include "frontend/link.h"

namespace mover::frontend {

namespace {

// Functions that write the time to memory.
struct TimeWriter {
  const char* name;
  unsigned argument;  // the index of the argument that points to the memory
};
constexpr TimeWriter kTimeWriters[] = {{"clock_gettime", 1}, {"timespec_get", 0}, {"gettimeofday", 0}};

// Functions that return the time.
constexpr const char* kTimeReaders[] = {"time", "_ZNSt6chrono3_V212system_clock3nowEv",
                                        "_ZNSt6chrono3_V212steady_clock3nowEv"};

const std::set<llvm::StringRef>& timed_operations() {
  static const std::set<llvm::StringRef> all = {"pthread_mutex_timedlock",
                                                "pthread_mutex_clocklock",
                                                "pthread_cond_timedwait",
                                                "pthread_cond_clockwait",
                                                "pthread_rwlock_timedrdlock",
                                                "pthread_rwlock_clockrdlock",
                                                "pthread_rwlock_timedwrlock",
                                                "pthread_rwlock_clockwrlock",
                                                "sem_timedwait",
                                                "sem_clockwait",
                                                "mtx_timedlock",
                                                "cnd_timedwait"};
  return all;
}

bool is_in_users_code(const llvm::User* user) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
  return instruction == nullptr || !is_library(*instruction->getFunction());
}

// Follows the data flow of times through local variables. Each function returns whether the times that it follows are
// used only for deadlines.
class DeadlineFlow {
 public:
  bool is_only_use_of_time(llvm::Module& program) {
    for (const char* name : kTimeReaders)
      if (const llvm::Function* reader = program.getFunction(name))
        for (const llvm::User* user : reader->users())
          if (is_in_users_code(user)) return false;
    for (const TimeWriter& writer : kTimeWriters) {
      const llvm::Function* function = program.getFunction(writer.name);
      if (function == nullptr) continue;
      for (const llvm::User* user : function->users()) {
        if (!is_in_users_code(user)) continue;
        const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (call == nullptr || call->getCalledFunction() != function || call->arg_size() <= writer.argument)
          return false;
        if (!from_variable(call->getArgOperand(writer.argument))) return false;
      }
    }
    return true;
  }

 private:
  // Follows a time that was written to this address, which must be in a local variable.
  bool from_variable(const llvm::Value* address) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(address->stripInBoundsOffsets());
    if (variable == nullptr) return false;
    return !seen_.insert(variable).second || from_address(variable);
  }

  bool from_address(const llvm::Value* address) {
    for (const llvm::User* user : address->users()) {
      if (const auto* part = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        if (!from_address(part)) return false;
      } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (!from_value(load)) return false;
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == address) return false;
      } else if (const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(user)) {
        if (copy->getRawSource() == address && !from_variable(copy->getRawDest())) return false;
      } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
        if (!is_harmless(*call)) return false;
      } else {
        return false;
      }
    }
    return true;
  }

  static bool is_harmless(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr) return false;
    if (callee->isIntrinsic())
      return llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic, llvm::MemSetInst>(call);
    if (timed_operations().count(callee->getName()) != 0) return true;
    for (const TimeWriter& writer : kTimeWriters)
      if (callee->getName() == writer.name) return true;
    return false;
  }

  static std::optional<int64_t> constant(const llvm::Value* value) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
    if (number == nullptr || number->getBitWidth() > 64) return std::nullopt;
    return number->getSExtValue();
  }

  // Whether the operation may belong to the computation of a deadline: adding a duration to a time, subtracting a
  // second when nanoseconds overflow, converting units. An addition of two times is harmless, because it does not
  // compute their difference. Any other operation may measure a duration.
  static bool computes_deadline(const llvm::BinaryOperator& result) {
    if (result.getOpcode() == llvm::Instruction::Add) return true;
    const bool first = result.getOpcode() == llvm::Instruction::Mul && constant(result.getOperand(0));
    const std::optional<int64_t> by = constant(result.getOperand(first ? 0 : 1));
    switch (result.getOpcode()) {
      case llvm::Instruction::Sub:
      case llvm::Instruction::SDiv:
      case llvm::Instruction::UDiv:
      case llvm::Instruction::SRem:
      case llvm::Instruction::URem:
        return by && *by > 0;
      case llvm::Instruction::Mul:  // only by powers of ten: after a product with -1, an addition computes a difference
        return by && (*by == 1000 || *by == 1000000 || *by == 1000000000);
      default:
        return false;
    }
  }

  // Whether the comparison only handles the overflow of nanoseconds or microseconds: if (ts.tv_nsec >= 1000000000) …,
  // where the branch contains only arithmetic on local variables.
  bool handles_overflow(const llvm::ICmpInst& comparison, const llvm::Value& time) {
    const bool first = comparison.getOperand(0) == &time;
    const std::optional<int64_t> with = constant(comparison.getOperand(first ? 1 : 0));
    constexpr int64_t kBounds[] = {1000000000, 999999999, 1000000, 999999};
    if (!with || std::find(std::begin(kBounds), std::end(kBounds), *with) == std::end(kBounds)) return false;
    for (const llvm::User* user : comparison.users()) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user);
      if (branch == nullptr || join_of(*branch->getSuccessor(0)) != join_of(*branch->getSuccessor(1))) return false;
    }
    return true;
  }

  // The block that follows a branch if the branch only computes; otherwise the branch itself.
  const llvm::BasicBlock* join_of(const llvm::BasicBlock& block) {
    return block.getSinglePredecessor() != nullptr && only_computes(block) ? block.getSingleSuccessor() : &block;
  }

  bool only_computes(const llvm::BasicBlock& block) {
    for (const llvm::Instruction& instruction : block) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (!from_variable(store->getPointerOperand())) return false;
      } else if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
        if (branch->isConditional()) return false;
      } else if (!llvm::isa<llvm::LoadInst, llvm::GetElementPtrInst, llvm::BinaryOperator, llvm::CastInst,
                            llvm::DbgInfoIntrinsic>(instruction)) {
        return false;
      }
    }
    return true;
  }

  bool from_value(const llvm::Value* time) {
    if (!seen_.insert(time).second) return true;
    for (const llvm::User* user : time->users()) {
      if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user)) {
        if (!handles_overflow(*comparison, *time)) return false;
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getPointerOperand() == time || !from_variable(store->getPointerOperand())) return false;
      } else if (const auto* result = llvm::dyn_cast<llvm::BinaryOperator>(user)) {
        if (!computes_deadline(*result) || !from_value(user)) return false;
      } else if (llvm::isa<llvm::CastInst, llvm::PHINode>(user)) {
        if (!from_value(user)) return false;
      } else {
        return false;
      }
    }
    return true;
  }

  std::set<const llvm::Value*> seen_;
};

}  // namespace

bool observes_time(llvm::Module& program) { return !DeadlineFlow().is_only_use_of_time(program); }

}  // namespace mover::frontend
