// The parts of the program that our own instrumentation (src/instrument) has compiled.
#pragma once

struct dl_phdr_info;

namespace mover::runtime {

// Whether the module's symbols have names that contain this.
bool names_symbol(const dl_phdr_info& module, const char* name);

// Says what is not seen of the others, and of assembly.
void note_instrumentation();

}  // namespace mover::runtime
