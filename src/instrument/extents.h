#pragma once

#include <llvm/ADT/DenseMap.h>

#include "instrument/instrument.h"

namespace mover::instrument {

// How far from a pointer on its holders access memory: where that is less than the object has, nothing can go beyond
// its end.
class Extents {
 public:
  explicit Extents(const llvm::DataLayout& layout) : layout_(layout) {}

  // Whether an access to the local variable may go beyond it that bounds.cc does not compare with its size.
  bool may_leave(const llvm::AllocaInst& local);

 private:
  static constexpr int64_t kAnywhere = INT64_MAX;
  struct Extent {
    int64_t end = 0;              // bytes before it are accessed
    bool returned = false;        // the pointer is the result …
    int64_t returned_offset = 0;  // … moved by so much
  };
  class Walk;

  const Extent& of(const llvm::Argument& parameter);

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Argument*, Extent> known_;
};

}  // namespace mover::instrument
