// Finds the parts of the program that Mover's own instrumentation (src/instrument) has not compiled.
#pragma once

struct dl_phdr_info;

namespace mover::runtime {

// Whether some name in the module's dynamic symbol table contains `name`.
bool names_symbol(const dl_phdr_info& module, const char* name);

// Reports code that another compiler has instrumented, and assembly outside functions: Mover does not see all of their
// accesses.
void note_instrumentation();

}  // namespace mover::runtime
