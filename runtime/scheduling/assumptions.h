// Assumptions of a verdict about the environment of the program. Each is reported only if an execution relies on
// it, once, with what the program does and the first place at which it does so.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ir/ir.h"

namespace mover::runtime {

enum class Assumption : uint8_t {
  StandardInput,    // it is empty
  Arguments,        // those of --args, and no others
  Environment,      // Mover's own
  System,           // what the operating system answers is the same every time
  Files,            // those that the program did not create are what they are now
  Clocks,           // computing takes no time
  Sleeps,           // of threads that nothing orders begin as early as they can
  Signals,          // none come from outside
  Faults,           // handlers of SIGSEGV and its like that return have dealt with nothing
  Network,          // there is no other process on it
  NamedSemaphores,  // are the program's own
  LoadedLibraries,  // are loaded before main, and stay
  Descriptors,      // that were open before main stay open
  Random,           // one sequence of numbers
  WeakAtomics,      // interleaved as if they were sequentially consistent
  Addresses,        // one placement of objects in memory
  Allocations,      // succeed
  OfLibraries,      // the allocations that libraries make for themselves succeed, although others may not
  ConditionWaits,   // do not wake up spuriously
  WordWaits,        // nor do those on a word of memory
  StructsInPart,    // bytes of a struct that were never set are not used after a call passes or returns it
  SetByUnseenCode,  // values that were not seen to be set are set by code that is not instrumented
  SetByLibrary,     // … by functions of the C++ library, or all of a buffer that a function is told the size of
  ReadByLibrary,    // bytes that were never set do not matter to functions of libraries that read them
  BitFields,        // bits of bytes that were set in part are set before they are used
  OfCoroutines,     // so are variables of coroutines
  kCount,
};

// `what`: what the program does there, as a clause that ends in "at": "reads standard input at".
void relies_on(Assumption assumption, const std::string& what, const void* pc);
void relies_on(Assumption assumption, const std::string& what, ir::LocId loc);

// For what happens often.
extern bool is_relied_on[static_cast<int>(Assumption::kCount)];
inline bool is_reported(Assumption assumption) { return is_relied_on[static_cast<int>(assumption)]; }

extern std::span<char*> main_arguments;

}  // namespace mover::runtime
