// Functions of the program's own libraries under names of functions that the run-time stands in for (a `qsort`, a
// `pthread_mutex_lock` that counts). The run-time comes before all libraries in the order of symbols; without it they
// would be called, as libraries of the program come before the C library. So that is what is done.
#pragma once

#include <cstddef>

namespace mover::runtime {

// Makes the tables of addresses of all modules lead to them. Also after libraries have been loaded.
void call_program_definitions();

// Its definition in a library of the program's that the run-time's hides; null: there is none.
void* program_definition(const char* name);

// The next definition after the module of `caller` in the order of symbols (RTLD_NEXT): the program's, or ours.
void* next_definition(const char* name, const void* caller);

// The program's own malloc, if it has one that is instrumented or linked into it.
void* (*program_malloc())(size_t);

// The C library's.
void* c_library_function(const char* name);

}  // namespace mover::runtime
