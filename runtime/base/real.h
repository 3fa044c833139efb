// Access to the C library's functions for which the run-time's functions stand in.
#pragma once

#include "base/program_definitions.h"
#include "base/wrapped.h"
#include "machine/machine.h"

// REAL(pthread_join)(…) calls the C library's function, even if a library of the program defines the name, too.
#define REAL(name)                                                                                            \
  (*[]() {                                                                                                    \
    static auto* const real = reinterpret_cast<decltype(&::name)>(mover::runtime::c_library_function(#name)); \
    return real;                                                                                              \
  }())
