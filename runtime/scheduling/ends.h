// Functions that run when threads and the program end.
#pragma once

#include "scheduling/world.h"

namespace mover::runtime {

// A function that the program has registered, in a list on the program's heap.
struct Destructor {
  Destructor* next;
  void (*function)(void*);
  void* argument;
  ir::LocId registered_at;
};
Destructor* push(Destructor* next, void (*function)(void*), void* argument, const void* pc);
void call(const Destructor& destructor);

void run_thread_local_destructors();

extern Trailed<int> exit_status;  // which handlers of on_exit get

}  // namespace mover::runtime
