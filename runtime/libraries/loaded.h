// Libraries that the program loads itself (dlopen). Backtracking must restore the memory of a library like all other
// memory, so each library is loaded once, between two executions, and is present from the beginning of the next. An
// execution that asks for a library that is not loaded yet ends, and the search restarts, as with a refinement.
#pragma once

#include <string>

namespace mover::runtime {

// The program asks for it. Returns its handle, or does not return.
void* load(const char* file, int flags, const void* pc);

// The program asks for a conversion of characters, which the C library loads libraries for. Comes back when they are
// there.
void load_conversion(const char* to, const char* from, const void* pc);
// … or for the list of calls that led to a place.
void load_unwinder(const void* pc);

// The loader wants memory while the program runs: the C library loads something. The loader's data are not restored,
// and so its memory must not be. False: it may want it for thread-local variables of a library, which are the
// program's.
bool is_loading_by_itself();

// REQUIRES: the program is where it begins. Whether something was loaded: then its beginning is another one.
bool load_wanted();

// For another process: as words of `Learned` (native/protocol.h), each with a space after it.
std::string loaded_in_words();
bool want_loaded(const char*& word);  // false: it is no such word

}  // namespace mover::runtime
