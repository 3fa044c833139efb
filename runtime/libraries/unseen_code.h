// Finds code in instrumented modules (the program, and libraries that were built with mover cc) that is not
// instrumented: assembly, and objects and archives of another compiler. The instrumentation leaves a record of each
// function that it has compiled (section mover_code); all other functions in the linker's symbol table are unseen. The
// first byte of each unseen function is replaced by a breakpoint. When an execution reaches it, by a direct or an
// indirect call, the original byte is restored, which the trail can undo. The thread then continues in a trampoline to
// the function (libraries/imports.h), which reports an omission.
#pragma once

#include <cstdint>

namespace mover::runtime {

// Finds all unseen functions and sets the breakpoints, and reads the code that reports lifetimes
// (base/reporting_code.h). It must be called again after libraries have been loaded.
// REQUIRES: the program is in its initial state.
void watch_unseen_code();

// Whether the address is in an unseen function.
bool is_unseen_code(uint64_t pc);

// Handles a breakpoint at the address. Returns the address at which the thread continues, or 0 if the breakpoint is not
// one of these.
uint64_t pass_breakpoint(uint64_t address);

}  // namespace mover::runtime
