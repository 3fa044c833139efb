// Extents of accesses: a conservative interprocedural analysis of the bytes after a pointer that are accessed through
// it.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include "instrument/instrument.h"

namespace mover::instrument {

// Computes the extent of a pointer: the end of the bytes that are accessed through it, as an offset from the pointer.
// If the extent is not larger than the object, no access goes beyond the object's end.
class Extents {
 public:
  explicit Extents(const llvm::DataLayout& layout) : layout_(layout) {}

  // Whether an access that bounds.cc does not check may go beyond the local variable.
  bool may_leave(const llvm::AllocaInst& local);

 private:
  static constexpr int64_t kAnywhere = INT64_MAX;
  struct Extent {
    int64_t end = 0;              // only bytes before this offset are accessed; kAnywhere: unknown
    bool returned = false;        // the function returns the pointer
    int64_t returned_offset = 0;  // the offset of the returned pointer
  };
  class Walk;

  const Extent& of(const llvm::Argument& parameter);

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Argument*, Extent> known_;
};

}  // namespace mover::instrument
