// The functions of the C library that ours stand in for.
#pragma once

#include "base/program_definitions.h"
#include "machine/machine.h"

// REAL(pthread_join)(…): the definition of that name after ours; no library of the program's.
#define REAL(name)                                                                                            \
  (*[]() {                                                                                                    \
    static auto* const real = reinterpret_cast<decltype(&::name)>(mover::runtime::c_library_function(#name)); \
    return real;                                                                                              \
  }())

// What the library's own code gets under these names (ld --wrap): see libraries/inside.cc.
extern "C" {
void* __wrap_memcpy(void*, const void*, size_t);
void* __wrap_memmove(void*, const void*, size_t);
void* __wrap_memset(void*, int, size_t);
int __wrap_memcmp(const void*, const void*, size_t);
size_t __wrap_strlen(const char*);
}
