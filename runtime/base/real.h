// The functions of the C library that ours stand in for.
#pragma once

#include "base/program_definitions.h"
#include "base/wrapped.h"
#include "machine/machine.h"

// REAL(pthread_join)(…): the definition of that name after ours; no library of the program's.
#define REAL(name)                                                                                            \
  (*[]() {                                                                                                    \
    static auto* const real = reinterpret_cast<decltype(&::name)>(mover::runtime::c_library_function(#name)); \
    return real;                                                                                              \
  }())
