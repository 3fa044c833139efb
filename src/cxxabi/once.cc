// pthread_once, also for std::call_once.
#include <pthread.h>

#include "cxxabi/exception.h"

// If the initialiser throws an exception, the next thread tries again.
extern "C" int pthread_once(pthread_once_t* once, void (*initialise)()) {
  if (__mover_once_begin(once) == 0) return 0;
  try {
    initialise();
  } catch (...) {
    __mover_atomic_begin();
    __mover_once_end(once);
    __atomic_store_n(once, PTHREAD_ONCE_INIT, __ATOMIC_RELEASE);
    __mover_atomic_end();
    throw;
  }
  __mover_once_end(once);
  return 0;
}
