// A number for a place and the calls that lead to it (ir::ServiceOp::Place). All engines that execute the IR compute
// the same number.
#pragma once

#include <cstdint>

#include "ir/ir.h"

namespace mover::vm {

class PlaceHash {
 public:
  // To be called for every frame, from the outermost one on.
  void add(ir::FunctionId function, uint32_t pc) {
    hash_ = (hash_ ^ function ^ uint64_t{pc} << 32) * 0x9e3779b97f4a7c15ull;
  }
  uint32_t number() const { return static_cast<uint32_t>(hash_ >> 32); }

 private:
  uint64_t hash_ = 0;
};

}  // namespace mover::vm
