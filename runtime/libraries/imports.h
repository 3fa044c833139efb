// Calls from instrumented code into libraries that are not instrumented. Each entry of a table of addresses (.got,
// tables of virtual functions, pointers to functions in data) of an instrumented module that leads into such a library
// is examined. Functions that access nothing of the program's memory stay as they are; the others are reached through a
// trampoline that first makes the accesses of the function's footprint, or, if it has none, notes that the function was
// reached: the verdict is then not safe.
#pragma once

#include <string>

namespace mover::runtime {

// REQUIRES: the program is where it begins. Also after libraries have been loaded.
void redirect_imports();

// Whether instrumented code refers to something of that name outside of its module, or offers it to others.
bool program_names(const std::string& name);

// The result of dlsym: the function, or a trampoline that leads to it.
void* redirected(void* function, const char* name);

// In place of dlsym, where the program calls it.
void* program_dlsym(void* library, const char* name);

// A trampoline to a function of ours that stands in for one of a library's whose own would not be seen: that it was
// reached is noted.
void* unseen_stand_in(void* function, const char* name, const char* library);

// The function to call when the program, at `caller`, has asked for a call of `function`: as for an indirect call of
// its own.
void* called_for_program(void* function, const void* caller);

// A trampoline to a function that is part of an instrumented module, and is not instrumented itself: see
// libraries/unseen_code.h.
void* trampoline_to_unseen(void* function, const char* name);

}  // namespace mover::runtime
