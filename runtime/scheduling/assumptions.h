// Assumptions about the environment of the program on which a verdict rests. Each is reported once, and only if an
// execution relies on it. The report names the first operation that relies on it, and its place.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ir/ir.h"

namespace mover::runtime {

enum class Assumption : uint8_t {
  StandardInput,    // standard input is empty
  Arguments,        // main gets the arguments of --args, and no others
  Environment,      // the environment variables are those of Mover's own process
  System,           // the operating system returns the same data in every execution
  Files,            // files that the program did not create keep their present contents
  Clocks,           // computing takes no time
  Sleeps,           // sleeps of concurrent threads begin as early as possible
  Signals,          // no signal comes from outside
  Faults,           // a handler of SIGSEGV or a similar signal that returns has not repaired the fault
  Network,          // no other process is on the network
  NamedSemaphores,  // no other process uses the program's named semaphores
  LoadedLibraries,  // libraries are loaded before main, and are never unloaded
  Descriptors,      // descriptors that were open before main stay open
  Random,           // random numbers are the same in every execution
  WeakAtomics,      // atomic accesses with weaker orders interleave as if they were sequentially consistent
  Addresses,        // objects have the same addresses in every execution
  Allocations,      // allocations succeed
  OfLibraries,      // allocations of libraries for themselves succeed, although those of the program may fail
  ConditionWaits,   // waits on condition variables have no spurious wake-ups
  WordWaits,        // waits on a word of memory (futex) have no spurious wake-ups
  StructsInPart,    // unset bytes of a struct are not used after a call passes or returns it
  SetByUnseenCode,  // code that is not instrumented has set the values that no instrumented code has set
  SetByLibrary,     // library functions set all bytes of the buffers that they are given to fill
  ReadByLibrary,    // library functions that read unset bytes do not depend on them
  Characters,       // the C++ library has set the characters of strings that no instrumented code has set
  BitFields,        // the unset bits of a partly set byte are set before they are used
  OfCoroutines,     // variables of coroutines are set before they are used
  ReturnedFrames,   // no thread uses a variable of its own whose function has returned and whose address is reused
  EndedBlocks,      // no thread uses a variable after the end of its block, where a later variable has the address
  ProcessNumber,    // the process has one number
  kCount,
};

// Reports the assumption, unless it has been reported. `what` is a predicate of the program that ends in "at", such as
// "reads standard input at"; the place follows it in the report.
void relies_on(Assumption assumption, const std::string& what, const void* pc);
void relies_on(Assumption assumption, const std::string& what, ir::LocId loc);

// Whether the assumption has been reported. Frequent operations check this before they build the text for relies_on.
extern bool is_relied_on[static_cast<int>(Assumption::kCount)];
inline bool is_reported(Assumption assumption) { return is_relied_on[static_cast<int>(assumption)]; }

extern std::span<char*> main_arguments;

}  // namespace mover::runtime
