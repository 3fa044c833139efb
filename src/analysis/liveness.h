// Liveness of registers. A register is live at an instruction when some path from there reads it before writing it;
// otherwise it is dead. The canonical form leaves dead registers out: states that differ only in them have the same
// future, and keeping them multiplies the number of states by 4 to 10.
//
// This is the classic backward dataflow analysis over basic blocks. Only registers that may be live at the beginning of
// some block have a bit in the bit sets. Most registers are temporaries of one block, so huge functions are cheap, too.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

class Liveness {
 public:
  // REQUIRES: the verifier found no error in the function. `left_out`: by register, whether it counts as dead
  // everywhere (relevance.h); empty: none does.
  explicit Liveness(const ir::Function& function, const std::vector<bool>& left_out = {});

  // The registers that are live before instruction pc, ascending: those that may be read at or after pc before they are
  // written. REQUIRES: pc < code.size().
  const std::vector<uint32_t>& live_at(uint32_t pc) const { return lists_[at_[pc]]; }

  // The live registers of a frame that is suspended in the call at pc, ascending: those that are live after the call,
  // without those that the call writes. REQUIRES: the instruction at pc is a Call, CallInd, Sync or Service.
  const std::vector<uint32_t>& live_across_call(uint32_t pc) const;

 private:
  std::vector<std::vector<uint32_t>> lists_;  // distinct lists
  std::vector<uint32_t> at_;                  // by pc: an index into lists_
  std::vector<uint32_t> across_;              // by pc: an index into lists_; UINT32_MAX if there is no call at pc
};

}  // namespace mover::analysis
