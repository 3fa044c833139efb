#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/GlobalVariable.h>

#include "instrument/instrument.h"

namespace mover::instrument {

// Global variables whose type has become larger (red_zones.h), and how many bytes of it are theirs.
using Sizes = llvm::DenseMap<const llvm::Value*, uint64_t>;

// Compares accesses with the size of the variable that they are computed from, where an index makes that necessary.
class Bounds {
 public:
  Bounds(const Sizes& sizes, Calls& calls) : sizes_(sizes), calls_(calls) {}

  // REQUIRES: the instruction is as the front end left it.
  void check(llvm::Instruction& instruction);

 private:
  struct Place;
  void check(llvm::Instruction& before, llvm::Value& pointer, llvm::Value& size, bool write);
  void check(llvm::Instruction& before, llvm::Value& pointer, uint64_t size, bool write);
  bool find(llvm::Value& pointer, Place& place) const;
  llvm::Value* size_of(llvm::IRBuilder<>& at, llvm::Value& variable) const;  // null: not known

  const Sizes& sizes_;
  Calls& calls_;
};

}  // namespace mover::instrument
