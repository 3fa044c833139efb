// Red zones around variables: an access that runs over the end of a variable, through any pointer, hits one. The
// instrumentation tells the run-time library where they are (runtime/memory/red_zones.h, runtime/memory/locals.h).
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include "instrument/bounds.h"
#include "instrument/instrument.h"

namespace mover::instrument {

using Locals = llvm::SmallPtrSet<llvm::AllocaInst*, 16>;

// Around local variables. REQUIRES: lifetimes.cc tells when each of them begins and ends, and there are no other marks.
void put_zones_around(const Locals& locals, const llvm::DataLayout& layout);
constexpr uint64_t kZoneBefore = 16, kZoneBehind = 32;  // bytes, as runtime/memory/locals.h has them

// Behind global variables, where they are defined in this module and nowhere else, or everywhere alike.
Sizes put_zones_behind_globals(llvm::Module& module, Calls& calls);

}  // namespace mover::instrument
