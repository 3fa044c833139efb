/* <pthread.h>: thread-specific data. The number of a deleted key is never reused. So a thread's slot never holds a
 * value of an older key, and reading a value needs no access to shared memory. */
#include <errno.h>
#include <pthread.h>

#include "builtins.h"

#define MAX_KEYS 64

/* These are shared. The real library guards them with a lock, so they are accessed atomically here. */
static unsigned keys_created;
static void (*destructors[MAX_KEYS])(void *);

static _Thread_local void *values[MAX_KEYS];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  unsigned created = __atomic_fetch_add(&keys_created, 1, __ATOMIC_SEQ_CST);
  if (created >= MAX_KEYS) __mover_unsupported("more than 64 thread-specific keys");
  if (destructor) __atomic_store_n(&destructors[created], destructor, __ATOMIC_SEQ_CST);
  *key = created;
  return 0;
}

int pthread_key_delete(pthread_key_t key) {
  if (key >= MAX_KEYS) return EINVAL;
  __atomic_store_n(&destructors[key], NULL, __ATOMIC_SEQ_CST);
  return 0;
}

/* A destructor may set values again. So there are several rounds, at most as many as POSIX guarantees
 * (PTHREAD_DESTRUCTOR_ITERATIONS). */
static void run_destructors(void) {
  int again = 1;
  for (int round = 0; again && round < 4; round++) {
    again = 0;
    for (unsigned key = 0; key < MAX_KEYS; key++) {
      void *value = values[key];
      if (!value) continue;
      values[key] = NULL;
      void (*destructor)(void *) = __atomic_load_n(&destructors[key], __ATOMIC_SEQ_CST);
      if (!destructor) continue;
      destructor(value);
      again = 1;
    }
  }
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= MAX_KEYS) return EINVAL;
  values[key] = (void *)value;
  __mover_key_destructors = run_destructors;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) { return key < MAX_KEYS ? values[key] : NULL; }
