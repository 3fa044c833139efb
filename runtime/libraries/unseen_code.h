// Code in instrumented modules (the program, and libraries that were built with mover cc) that nothing has
// instrumented: objects and archives of another compiler, assembly. The pass leaves a record of each function that it
// has compiled (section mover_code); what else the linker's symbols name is unseen. The first byte of each such
// function is a breakpoint. When an execution comes to it, however it was called, the byte is put back on the trail,
// and the function is entered by a trampoline (libraries/imports.h), which notes that it was reached.
#pragma once

#include <cstdint>

namespace mover::runtime {

// REQUIRES: no execution has begun. Also after libraries have been loaded.
void watch_unseen_code();

// Whether the address is in a function that is watched.
bool is_unseen_code(uint64_t pc);

// If there is a breakpoint of ours at the address: where the thread continues. 0: there is none.
uint64_t pass_breakpoint(uint64_t address);

}  // namespace mover::runtime
