#include "scheduling/assumptions.h"

#include "native/protocol.h"
#include "scheduling/world.h"

namespace mover::runtime {

bool is_relied_on[static_cast<int>(Assumption::kCount)];
std::span<char*> main_arguments;

namespace {

std::string arguments_of_main() {
  if (main_arguments.size() <= 1) return "main gets no arguments (--args=\"A B ...\" gives some)";
  std::string text = "main gets the arguments";
  for (size_t i = 1; i < main_arguments.size(); ++i)
    text += (i == 1 ? " '" : ", '") + std::string(main_arguments[i]) + "'";
  return text + " and no others";
}

std::string sentence_of(Assumption assumption) {
  switch (assumption) {
    case Assumption::StandardInput:
      return "standard input is empty";
    case Assumption::Arguments:
      return arguments_of_main();
    case Assumption::Environment:
      return "the environment is the one that Mover was started in";
    case Assumption::System:
      return "the operating system returns the same data in every execution, those of this machine";
    case Assumption::Files:
      return "files that the program does not create itself keep their present contents, or do not exist";
    case Assumption::Clocks:
      return "time: computing takes none. A clock moves while threads sleep, when a wait times out, and for a thread "
             "that reads the same time "
             "again and again at the same place; how long anything else takes is not explored";
    case Assumption::Sleeps:
      return "time: a thread begins to sleep as early as it can, so the sleeps of threads that nothing orders do not "
             "add up (the interpreter explores that they do)";
    case Assumption::Signals:
      return "no signals come from outside: a handler runs only where the program itself sends the signal";
    case Assumption::Faults:
      return "a fault is a finding unless the program's handler of the signal jumps out of it (siglongjmp)";
    case Assumption::Network:
      return "sockets connect threads of the program: there is no other process on the network";
    case Assumption::NamedSemaphores:
      return "named semaphores are the program's own: no other process has or uses any of them";
    case Assumption::LoadedLibraries:
      return "libraries that the program loads (dlopen) are loaded before main, and stay";
    case Assumption::Descriptors:
      return "descriptors that were open before main stay open";
    case Assumption::Random:
      return "random numbers are the same in every execution";
    case Assumption::WeakAtomics:
      return "atomic accesses with weaker memory orders are interleaved as if they were sequentially consistent; what "
             "they order "
             "is judged by their own orders";
    case Assumption::Addresses:
      return "one placement of the program's objects in memory is explored";
    case Assumption::Allocations:
      return "malloc succeeds (--malloc-may-fail lifts this)";
    case Assumption::OfLibraries:
      return "allocations that libraries make for themselves succeed";
    case Assumption::ConditionWaits:
      return "condition variables have no spurious wake-ups (--spurious-wakeups lifts this)";
    case Assumption::WordWaits:
      return "waits on a word of memory (futex) do not return spuriously (--spurious-wakeups lifts this)";
    case Assumption::StructsInPart:
      return "uninitialised members of structs that are passed or returned by value are not used afterwards";
    case Assumption::SetByUnseenCode:
      return "code that is not instrumented has set the values that are not seen to be set";
    case Assumption::SetByLibrary:
      return "functions of libraries set all the uninitialised bytes that they are given to set";
    case Assumption::ReadByLibrary:
      return "functions of libraries do not depend on uninitialised bytes of the memory that they are given to read or "
             "to write out";
    case Assumption::Characters:
      return "characters that a string or a vector has reserved, and that are not seen to be set, are set by the C++ "
             "library before they are read";
    case Assumption::BitFields:
      return "bit-fields that share a byte with a bit-field that is set are set before they are used";
    case Assumption::OfCoroutines:
      return "variables of coroutines that have an address are set before they are used";
    case Assumption::ReturnedFrames:
      return "no thread uses a local variable of its own after the function has returned, when a later variable has "
             "the same address";
    case Assumption::EndedBlocks:
      return "no thread uses a local variable after its block or iteration has ended, when a variable of a later one "
             "has the same address";
    case Assumption::ProcessNumber:
      return "the number of the process is the same in every execution (getpid)";
    case Assumption::kCount:
      break;
  }
  return "";
}

}  // namespace

void relies_on(Assumption assumption, const std::string& what, ir::LocId loc) {
  if (is_reported(assumption)) return;
  is_relied_on[static_cast<int>(assumption)] = true;
  world.note(kept_text(sentence_of(assumption) + ": the program " + what + " " + native::loc_mark(loc)));
}

void relies_on(Assumption assumption, const std::string& what, const void* pc) {
  if (!is_reported(assumption) && world.controls()) relies_on(assumption, what, location(pc));
}

}  // namespace mover::runtime
