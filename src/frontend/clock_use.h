// Decides whether a program can observe that time passes.
#pragma once

#include <llvm/IR/Module.h>

namespace mover::frontend {

// Sets the constant __mover_clock_is_read, which says whether the program may observe the time. It cannot if it uses
// the time only to compute deadlines of timed waits, in local variables and with certain operations (computes_deadline
// in clock_use.cc). Then sleeping and timing out do not advance the clock of the models (src/libc/clock.c). To be
// called after the promotion of locals.
void set_clock_is_read(llvm::Module& program);

}  // namespace mover::frontend
