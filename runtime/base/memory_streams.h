// Streams that use memory of the program's: fmemopen, open_memstream, and those that setvbuf has given a buffer.
#pragma once

#include <cstdio>

namespace mover::runtime {

// Something is about to be done with the stream: its lock orders that, and its memory is accessed.
void use_memory_of_stream(FILE* stream, bool closes, const void* pc);

}  // namespace mover::runtime
