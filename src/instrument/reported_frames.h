// Determines the functions that report every variable in their frames that other functions may access. If an access
// reaches such a frame where an earlier variable has ended, and no new one has begun, it is a use after the end
// (Locals::has_ended in the run-time library).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include "instrument/instrument.h"
#include "instrument/red_zones.h"

namespace mover::instrument {

class ReportedFrames {
 public:
  // Examines the variables of the function. REQUIRES: it is unchanged since the front end.
  void add(llvm::Function& function, const Locals& zoned, Parameters& parameters);
  // Whether the frame of the function is reported completely, with the variables of functions that are inlined into it.
  // REQUIRES: `add` was called for all functions of the module, and none of them has changed since.
  bool is_complete(const llvm::Function& function);

 private:
  llvm::SmallPtrSet<const llvm::Function*, 16> incomplete_;
  llvm::DenseMap<const llvm::Function*, bool> known_;  // the results of is_complete
};

}  // namespace mover::instrument
