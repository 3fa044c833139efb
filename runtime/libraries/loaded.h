// Handles libraries that the program loads itself (dlopen). Backtracking must restore the memory of a library like all
// other memory. So each library is loaded once, between two executions, and all later executions begin with it. If an
// execution needs a library that is not loaded yet, this execution ends, and the search restarts, as with a refinement.
#pragma once

#include <string>

namespace mover::runtime {

// The program loads a library. Returns its handle if it is loaded; otherwise ends the execution.
void* load(const char* file, int flags, const void* pc);

// The program requests a conversion of characters, for which the C library loads libraries. Returns if they are loaded;
// otherwise ends the execution.
void load_conversion(const char* to, const char* from, const void* pc);
// The same for a backtrace, for which the C library loads the unwinder.
void load_unwinder(const void* pc);

// Called if the loader allocates memory while the program runs. Returns true if the C library is loading a library by
// itself: backtracking does not restore the loader's data, so it must not restore this memory either. Returns false if
// the memory may be for thread-local variables of a library, which belong to the program.
bool is_loading_by_itself();

// Loads the libraries that executions have requested and that are not loaded yet. Returns whether there were any; if
// so, the initial state of the program has changed. REQUIRES: the program is in its initial state.
bool load_requested();

// Encodes the libraries for another process, as words of `Learned` (native/protocol.h), each followed by a space.
std::string loaded_in_words();
// Decodes such a word, requests the library, and advances `word`. Returns false if the word does not describe a
// library.
bool request_loaded(const char*& word);

}  // namespace mover::runtime
