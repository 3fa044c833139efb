// Streams that use the program's memory: those of fmemopen and open_memstream, and those with a buffer from setvbuf.
#pragma once

#include <cstdio>

namespace mover::runtime {

// The program is about to use the stream. Acquires the stream's lock and makes the accesses to its memory.
void use_memory_of_stream(FILE* stream, bool closes, const void* pc);

}  // namespace mover::runtime
