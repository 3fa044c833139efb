// Lifetimes of local variables: reports to the run-time library where they begin and end.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

#include "instrument/instrument.h"
#include "instrument/red_zones.h"

namespace mover::instrument {

// REQUIRES: when it is constructed, the function is unchanged since the front end.
class Lifetimes {
 public:
  // `zoned`: variables that get red zones.
  Lifetimes(llvm::Function& function, Captures& captures, const Locals& zoned);

  void instrument(Calls& calls);

 private:
  void instrument(llvm::AllocaInst& local, Calls& calls);
  void instrument_arrays(Calls& calls);
  void report(Calls& calls, const char* what, llvm::Instruction& before, llvm::Value& local, uint64_t size);
  void report_begin(Calls& calls, llvm::Instruction& before, llvm::Value& local, uint64_t size, bool is_zoned);
  void report_exits(Calls& calls, llvm::Value& local, uint64_t size, bool is_zoned);

  const Locals& zoned_;

  std::vector<llvm::AllocaInst*> locals_, arrays_;  // variables of constant size, and of variable size
  // arrivals_: the points at which control arrives by an exception or longjmp.
  std::vector<llvm::Instruction*> exits_, arrivals_;
  std::vector<llvm::IntrinsicInst*> restores_, erased_;
  // The marks of ends that no access follows before the function returns.
  llvm::SmallPtrSet<const llvm::IntrinsicInst*, 8> ends_with_function_;
};

}  // namespace mover::instrument
