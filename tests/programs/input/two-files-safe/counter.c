#include "counter.h"

#include <pthread.h>

int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void increment(void) {
#ifndef NO_LOCK
  pthread_mutex_lock(&m);
#endif
  counter++;
#ifndef NO_LOCK
  pthread_mutex_unlock(&m);
#endif
}
