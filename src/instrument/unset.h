// Detects uses of uninitialised values, as MemorySanitizer does.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ValueHandle.h>

#include <vector>

#include "instrument/instrument.h"
#include "instrument/red_zones.h"

namespace mover::instrument {

// Tracks values that were never set, from the read to a use that depends on them: a branch, an address, a divisor. The
// run-time library has the states of bytes in memory (runtime/memory/unset.h). This class computes the states of values
// in registers, and of variables that hold a single value. A state is 0, or a combination of the bits of
// runtime/memory/unset.h. No code is inserted for values that are known to have state 0, which are most of them.
class Unset {
 public:
  // REQUIRES: the function is unchanged since the front end.
  Unset(llvm::Function& function, Captures& captures, const Locals& zoned, Calls& calls);

  // REQUIRES: accesses have been instrumented, and the marks of lifetimes still exist.
  void instrument();
  // REQUIRES: the marks are no longer needed.
  void drop_marks();

 private:
  // The kinds of uses, in the order of kUses in runtime/memory/unset.cc.
  enum class As : uint32_t { Branch, Switch, Address, Divisor, Callee, PassedOn, InStruct, Atomically, Compared };
  struct Register {
    bool starts_set, is_always_set;
  };
  struct CheckedUse {
    llvm::Instruction* by;
    llvm::WeakTrackingVH value;  // follows the value if a call replaces an atomic access in the meantime
    As as;
  };

  void record_locals(const Locals& zoned);
  void record(llvm::Instruction& instruction);
  void record_atomic(llvm::Instruction& instruction);
  void record_call(llvm::CallBase& call);
  bool is_watched(const llvm::Value& pointer) const;

  void begin(llvm::AllocaInst& local);
  void end();
  void report_library_call(llvm::CallBase& call);
  void may_have_set(Before& at, llvm::CallBase& call, llvm::Value& pointer, uint64_t bytes);
  void allocated_from_resource();
  void allocated(llvm::CallBase& call);
  void store(llvm::StoreInst& store);
  void check(const CheckedUse& use);

  // The state of a value; null: it is known to be 0.
  llvm::Value* state_of(llvm::Value& value);
  llvm::Value* state_of_load(llvm::LoadInst& load);
  llvm::Value* state_of_atomic_load(llvm::CallBase& call);
  llvm::Value* state_of_variable(llvm::AllocaInst& variable);
  llvm::Value* state_of_phi(llvm::PHINode& phi);
  llvm::Value* state_of_result(llvm::Instruction& instruction);

  llvm::Function& function_;
  Captures& captures_;
  Calls& calls_;
  std::vector<llvm::AllocaInst*> begin_unset_, not_watched_;
  std::vector<std::pair<llvm::Value*, uint64_t>> left_;     // variables whose end Lifetimes does not report, and sizes
  llvm::SmallPtrSet<const llvm::AllocaInst*, 8> watched_;   // variables of which some bytes may be unset at some time
  llvm::DenseMap<const llvm::Value*, Register> registers_;  // variables that hold a single value
  std::vector<CheckedUse> uses_;
  std::vector<std::pair<llvm::CallBase*, unsigned>> by_value_;  // structs passed in memory
  std::vector<llvm::StoreInst*> stores_;
  std::vector<llvm::CallBase*> library_calls_, allocations_, exceptions_;
  std::vector<llvm::MemIntrinsic*> fills_;  // copies and fills of variables that are watched and private
  std::vector<llvm::Instruction*> exits_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> states_;
  llvm::DenseMap<llvm::AllocaInst*, llvm::AllocaInst*> variables_;
};

}  // namespace mover::instrument
