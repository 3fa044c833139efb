// Redirects calls from instrumented code into libraries that are not instrumented. It examines each entry of an
// instrumented module's address tables (.got, virtual tables, function pointers in data) that leads into such a
// library. Functions that do not access the program's memory are called directly. The others are called through a
// trampoline that first performs the accesses of the function's footprint. If the function has no footprint, the
// trampoline reports an omission, so the verdict is `unknown` at best.
#pragma once

#include <string>

namespace mover::runtime {

// Redirects all imports. It must be called again after libraries have been loaded. REQUIRES: the program is in its
// initial state.
void redirect_imports();

// Whether an instrumented module imports or exports a symbol of that name.
bool program_names(const std::string& name);

// The result of dlsym for the program: the function, or a trampoline to it.
void* redirected(void* function, const char* name);

// Replaces dlsym if the program calls it.
void* program_dlsym(void* library, const char* name);

// A trampoline to a function of the run-time that stands in for a function of an uninstrumented library. The trampoline
// reports an omission.
void* unseen_stand_in(void* function, const char* name, const char* library);

// The function to call if `caller` has passed `function` as a callback, such as a start routine or a comparison. If
// `caller` is in a library that is not instrumented, this is `function` itself; otherwise it is the same as for an
// indirect call by the program.
void* called_for_program(void* function, const void* caller);

// A trampoline to an uninstrumented function in an instrumented module: see libraries/unseen_code.h.
void* trampoline_to_unseen(void* function, const char* name);

}  // namespace mover::runtime
