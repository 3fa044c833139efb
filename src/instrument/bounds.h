// Bounds checks: accesses whose address is computed from a variable are compared with the variable's size.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/GlobalVariable.h>

#include "instrument/instrument.h"

namespace mover::instrument {

// The sizes in bytes of two kinds of variables: global variables whose type was enlarged by a red zone (red_zones.h),
// without the zone, and local variables whose address is loaded from another variable (renewal.h).
using Sizes = llvm::DenseMap<const llvm::Value*, uint64_t>;

// Inserts checks that an access stays within the variable from whose address its own address is computed, and within
// the arrays whose elements it selects. No check is inserted if constants already show this.
class Bounds {
 public:
  Bounds(const Sizes& sizes, Calls& calls) : sizes_(sizes), calls_(calls) {}

  // REQUIRES: the instruction is unchanged since the front end.
  void check(llvm::Instruction& instruction);

 private:
  struct Derivation;
  void check(llvm::Instruction& before, llvm::Value& pointer, llvm::Value& size, bool write);
  void check(llvm::Instruction& before, llvm::Value& pointer, uint64_t size, bool write);
  // Inserts checks of the subscripts of arrays that are members or rows, and so may leave the array but not the
  // variable.
  void check_subscripts(llvm::Instruction& instruction);
  bool find(llvm::Value& pointer, Derivation& derivation) const;
  llvm::Value* size_of(llvm::IRBuilder<>& at, llvm::Value& variable) const;  // null if unknown

  const Sizes& sizes_;
  Calls& calls_;
};

}  // namespace mover::instrument
