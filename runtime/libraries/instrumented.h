// Knows which parts of the program Mover's own instrumentation (src/instrument) has compiled.
#pragma once

struct dl_phdr_info;

namespace mover::runtime {

// Whether a name in the module's dynamic symbol table contains this one.
bool names_symbol(const dl_phdr_info& module, const char* name);

// Reports what is not seen of code that another compiler has instrumented, and of assembly outside functions.
void note_instrumentation();

}  // namespace mover::runtime
