#include "frontend/clock_use.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "frontend/link.h"
#include "frontend/wait_status.h"

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

// Whether this is a function of libstdc++ whose parameter is a time, which it uses only as the deadline of a wait, or
// compares only with the clock that wait_status.cc has replaced.
bool only_waits(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  if (is_wait_until(function)) return true;
  if (name.starts_with("_ZNSt11this_thread11sleep_untilI")) return name.contains("12steady_clock");
  if (!name.contains("12steady_clock") && !name.contains("12system_clock")) return false;
  return (name.starts_with("_ZNSt18__timed_mutex_implI") && name.contains("17_M_try_lock_untilI")) ||
         name.starts_with("_ZNSt18shared_timed_mutex14try_lock_untilI") ||
         name.starts_with("_ZNSt18shared_timed_mutex21try_lock_shared_untilI") ||
         (name.starts_with("_ZNSt23__atomic_futex_unsignedI") && name.contains("24_M_load_when_equal_untilI"));
}

// Follows the data flow of times through local variables, and through functions to which a time or the address of such
// a variable is passed. Each function returns whether the times that it follows are used only for deadlines. A value is
// followed separately for each sequence of calls that led to its function, because a function of <chrono> may be called
// for times in one place and for durations in another.
class DeadlineFlow {
 public:
  bool is_only_use_of_time(llvm::Module& program) {
    for (const char* name : kTimeReaders)
      if (const llvm::Function* reader = program.getFunction(name))
        for (const llvm::User* user : reader->users())
          if (is_in_users_code(user) && !is_deadline(user, *reader)) return false;
    for (const TimeWriter& writer : kTimeWriters) {
      const llvm::Function* function = program.getFunction(writer.name);
      if (function == nullptr) continue;
      for (const llvm::User* user : function->users()) {
        if (!is_in_users_code(user)) continue;
        const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
        if (call == nullptr || call->getCalledFunction() != function || call->arg_size() <= writer.argument)
          return false;
        if (!from_variable(call->getArgOperand(writer.argument), {})) return false;
      }
    }
    return true;
  }

 private:
  using Calls = std::vector<const llvm::CallBase*>;  // the calls that led to the present function, if they are known
  static constexpr size_t kMostCalls = 24;

  // Whether the time that a call of the reader returns is only used for deadlines. time() may also write it to memory.
  bool is_deadline(const llvm::User* user, const llvm::Function& reader) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledFunction() != &reader) return false;
    if (only_waits(*call->getFunction())) return true;
    const bool writes = call->arg_size() != 0 && !llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(0));
    return (!writes || from_variable(call->getArgOperand(0), {})) && from_value(call, {});
  }

  // Follows a value that the function returns, or was given as an argument, at the last of `calls`, or, if the calls
  // are not known, at all calls of the function.
  template <typename Follow>
  bool in_callers(const llvm::Function& function, const Calls& calls, Follow follow) {
    if (!calls.empty()) return follow(*calls.back(), Calls(calls.begin(), calls.end() - 1));
    return std::all_of(function.user_begin(), function.user_end(), [&](const llvm::User* user) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      return call != nullptr && call->getCalledFunction() == &function && follow(*call, Calls());
    });
  }

  bool in_callee(const llvm::CallBase& call, const llvm::Value& argument, const Calls& calls, bool is_address) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || callee->isDeclaration() || callee->isVarArg() || is_library(*callee)) return false;
    if (calls.size() == kMostCalls) return false;
    Calls there = calls;
    there.push_back(&call);
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (call.getArgOperand(i) != &argument) continue;
      if (call.isByValArgument(i)) return false;
      const llvm::Argument* parameter = callee->getArg(i);
      if (!(is_address ? from_address(parameter, there) : from_value(parameter, there))) return false;
    }
    return true;
  }

  // Follows a time that was written to this address, which must be in a local variable.
  bool from_variable(const llvm::Value* address, const Calls& calls) {
    const llvm::Value* base = address->stripInBoundsOffsets();
    if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(base)) {
      if (!written_.insert({base, calls}).second) return true;
      return from_address(base, calls) &&
             in_callers(*parameter->getParent(), calls, [&](const llvm::CallBase& call, const Calls& callers) {
               return from_variable(call.getArgOperand(parameter->getArgNo()), callers);
             });
    }
    return llvm::isa<llvm::AllocaInst>(base) && from_address(base, calls);
  }

  bool from_address(const llvm::Value* address, const Calls& calls) {
    if (!seen_.insert({address, calls}).second) return true;
    for (const llvm::User* user : address->users()) {
      if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst>(user)) {
        if (!from_address(user, calls)) return false;
      } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (!from_value(load, calls)) return false;
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == address) return false;
      } else if (const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(user)) {
        if (copy->getRawSource() == address && !from_variable(copy->getRawDest(), calls)) return false;
      } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        if (!is_harmless(*call) && !in_callee(*call, *address, calls, true)) return false;
      } else if (const auto* leaves = llvm::dyn_cast<llvm::ReturnInst>(user)) {
        if (!in_callers(*leaves->getFunction(), calls,
                        [&](const llvm::CallBase& call, const Calls& callers) { return from_address(&call, callers); }))
          return false;
      } else {
        return false;
      }
    }
    return true;
  }

  static bool is_harmless(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr) return false;
    if (only_waits(*callee)) return true;
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
        return by && (*by == 1 || *by == 1000 || *by == 1000000 || *by == 1000000000);
      default:
        return false;
    }
  }

  // Whether the comparison only handles the overflow of nanoseconds or microseconds: if (ts.tv_nsec >= 1000000000) …,
  // where the branch contains only arithmetic on local variables.
  bool handles_overflow(const llvm::ICmpInst& comparison, const llvm::Value& time, const Calls& calls) {
    const bool first = comparison.getOperand(0) == &time;
    const std::optional<int64_t> with = constant(comparison.getOperand(first ? 1 : 0));
    constexpr int64_t kBounds[] = {1000000000, 999999999, 1000000, 999999};
    if (!with || std::find(std::begin(kBounds), std::end(kBounds), *with) == std::end(kBounds)) return false;
    for (const llvm::User* user : comparison.users()) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user);
      if (branch == nullptr || join_of(*branch->getSuccessor(0), calls) != join_of(*branch->getSuccessor(1), calls))
        return false;
    }
    return true;
  }

  // The block that follows a branch if the branch only computes; otherwise the branch itself.
  const llvm::BasicBlock* join_of(const llvm::BasicBlock& block, const Calls& calls) {
    return block.getSinglePredecessor() != nullptr && only_computes(block, calls) ? block.getSingleSuccessor() : &block;
  }

  bool only_computes(const llvm::BasicBlock& block, const Calls& calls) {
    for (const llvm::Instruction& instruction : block) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (!from_variable(store->getPointerOperand(), calls)) return false;
      } else if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
        if (branch->isConditional()) return false;
      } else if (!llvm::isa<llvm::LoadInst, llvm::GetElementPtrInst, llvm::BinaryOperator, llvm::CastInst,
                            llvm::DbgInfoIntrinsic>(instruction)) {
        return false;
      }
    }
    return true;
  }

  bool from_value(const llvm::Value* time, const Calls& calls) {
    if (!seen_.insert({time, calls}).second) return true;
    for (const llvm::User* user : time->users()) {
      if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user)) {
        if (!handles_overflow(*comparison, *time, calls)) return false;
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getPointerOperand() == time || !from_variable(store->getPointerOperand(), calls)) return false;
      } else if (const auto* result = llvm::dyn_cast<llvm::BinaryOperator>(user)) {
        if (!computes_deadline(*result) || !from_value(user, calls)) return false;
      } else if (llvm::isa<llvm::CastInst, llvm::PHINode, llvm::InsertValueInst, llvm::ExtractValueInst>(user)) {
        if (!from_value(user, calls)) return false;
      } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        if (!in_callee(*call, *time, calls, false)) return false;
      } else if (const auto* leaves = llvm::dyn_cast<llvm::ReturnInst>(user)) {
        if (!in_callers(*leaves->getFunction(), calls,
                        [&](const llvm::CallBase& call, const Calls& callers) { return from_value(&call, callers); }))
          return false;
      } else {
        return false;
      }
    }
    return true;
  }

  std::set<std::pair<const llvm::Value*, Calls>> seen_, written_;
};

}  // namespace

void set_clock_is_read(llvm::Module& program) {
  llvm::GlobalVariable* flag = program.getNamedGlobal("__mover_clock_is_read");
  if (flag == nullptr) return;
  const llvm::Function* reader = program.getFunction("__mover_read_clock");
  const bool is_read = reader != nullptr && !reader->isDeclaration() && !DeadlineFlow().is_only_use_of_time(program);
  flag->setInitializer(llvm::ConstantInt::get(flag->getValueType(), is_read));
  flag->setConstant(true);
}

}  // namespace mover::frontend
