// Which registers still matter. A register is live at an instruction when some path from there reads it before
// writing it. Everything else is dead, and dead registers must not tell two states apart: left in the state they cost
// a factor of 4 to 10 in states.
//
// Classic backward dataflow over basic blocks. Only registers that are live across some block's border get a bit in
// the bitsets (most registers are temporaries of one block), so that huge functions stay cheap.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

class Liveness {
 public:
  // REQUIRES: the verifier found nothing in the function.
  explicit Liveness(const ir::Function& function);

  // Registers that may be read at or after instruction pc before being written, ascending. For a thread parked
  // before pc. REQUIRES: pc < code.size().
  const std::vector<uint32_t>& live_at(uint32_t pc) const { return lists_[at_[pc]]; }

  // For a frame suspended in the call at pc: the registers live after it, without those that the call writes;
  // ascending. REQUIRES: the instruction at pc is a Call, CallInd, Sync or Service.
  const std::vector<uint32_t>& live_across_call(uint32_t pc) const;

 private:
  std::vector<std::vector<uint32_t>> lists_;  // each different list once
  std::vector<uint32_t> at_;                  // pc -> index into lists_
  std::vector<uint32_t> across_;              // the same, UINT32_MAX where there is no call
};

}  // namespace mover::analysis
