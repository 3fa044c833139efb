// Red zones around variables. An access beyond the end of a variable, through any pointer, hits a red zone. The
// instrumentation reports the zones to the run-time library (runtime/memory/red_zones.h, runtime/memory/locals.h).
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include "instrument/bounds.h"
#include "instrument/instrument.h"

namespace mover::instrument {

using Locals = llvm::SmallPtrSet<llvm::AllocaInst*, 16>;

// Puts zones around local variables. REQUIRES: lifetimes.cc reports the beginning and end of each of them, and its
// marks of lifetimes have been removed.
void put_zones_around(const Locals& locals, const llvm::DataLayout& layout);
constexpr uint64_t kZoneBefore = 16, kZoneAfter = 32;  // bytes; the same numbers as in runtime/memory/locals.h

// Puts zones after those global variables of the module that may be enlarged, and adds their original sizes to `sizes`.
void put_zones_after_globals(llvm::Module& module, Sizes& sizes, Calls& calls);

}  // namespace mover::instrument
