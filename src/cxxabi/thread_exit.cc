// pthread_exit in a program with C++ code. As in glibc, it unwinds the thread's stack: destructors of automatic objects
// run, and `catch (...)` sees an exception, which it must rethrow.
#include "cxxabi/exception.h"

extern "C" __thread _Unwind_Exception* __mover_exception_in_flight;

namespace {

struct Exit {
  mover::Record record;  // without an object
  void* result;
};

Exit& exit_of_thread() {
  static __thread Exit of_thread;
  return of_thread;
}

}  // namespace

// The front end replaces pthread_exit by this function.
extern "C" void __mover_exit_by_unwinding(void* result) {
  __mover_run_cleanup_handlers();
  Exit& exit = exit_of_thread();
  exit.record = mover::Record{};
  exit.result = result;
  mover::raise(&exit.record);
}

// The first function of a thread calls it when the exit has left its last call.
extern "C" void __mover_end_unwound_thread() {
  __mover_exception_in_flight = nullptr;
  __mover_end_thread(exit_of_thread().result);
}
