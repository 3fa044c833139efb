// Libraries of the program may define functions that the run-time also defines (a `qsort`, or a `pthread_mutex_lock`
// that counts its calls). The loader looks up symbols in the run-time before all libraries. Without the run-time, it
// would find the definitions of the program's libraries, which precede the C library. So calls are redirected to these
// definitions.
#pragma once

#include <cstddef>

namespace mover::runtime {

// Redirects the address tables of all modules to these definitions. It must be called again after libraries have been
// loaded.
void call_program_definitions();

// The definition of a name in a library of the program that the run-time's definition hides; null if there is none.
void* program_definition(const char* name);

// The definition that the loader finds if it starts after the module of `caller` (RTLD_NEXT): the program's, the
// run-time's, or the C library's.
void* next_definition(const char* name, const void* caller);

// The program's own malloc; null if it has none in an instrumented module.
void* (*program_malloc())(size_t);

// The C library's function of that name.
void* c_library_function(const char* name);

}  // namespace mover::runtime
