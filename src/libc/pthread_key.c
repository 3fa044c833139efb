/* <pthread.h>: thread-specific data. As in glibc, a new key has the lowest free number, also that of a deleted key.
 * Each creation and deletion begins another generation of the number. A thread's slot holds a value of one generation.
 */
#include <errno.h>
#include <pthread.h>

#include "builtins.h"

#define MAX_KEYS 64

/* These are shared. The real library guards them with a lock or changes them atomically, and so they are here. The
 * generation is odd while the key exists. */
static unsigned generations[MAX_KEYS];
static void (*destructors[MAX_KEYS])(void *);

static _Thread_local struct {
  void *value;
  unsigned generation;
} slots[MAX_KEYS];

static unsigned generation_of(unsigned key) { return __atomic_load_n(&generations[key], __ATOMIC_SEQ_CST); }

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  unsigned free = 0;
  __mover_atomic_begin();
  while (free < MAX_KEYS && generation_of(free) % 2 != 0) free++;
  if (free == MAX_KEYS) __mover_unsupported("more than 64 thread-specific keys");
  __atomic_store_n(&generations[free], generation_of(free) + 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&destructors[free], destructor, __ATOMIC_SEQ_CST);
  __mover_atomic_end();
  *key = free;
  return 0;
}

int pthread_key_delete(pthread_key_t key) {
  if (key >= MAX_KEYS) return EINVAL;
  __mover_atomic_begin();
  const unsigned generation = generation_of(key);
  if (generation % 2 != 0) __atomic_store_n(&generations[key], generation + 1, __ATOMIC_SEQ_CST);
  __mover_atomic_end();
  return generation % 2 != 0 ? 0 : EINVAL;
}

/* A destructor may set values again. So there are several rounds, at most as many as POSIX guarantees
 * (PTHREAD_DESTRUCTOR_ITERATIONS). */
static void run_destructors(void) {
  int again = 1;
  for (int round = 0; again && round < 4; round++) {
    again = 0;
    for (unsigned key = 0; key < MAX_KEYS; key++) {
      void *value = slots[key].value;
      if (!value) continue;
      slots[key].value = NULL;
      if (generation_of(key) != slots[key].generation) continue;
      void (*destructor)(void *) = __atomic_load_n(&destructors[key], __ATOMIC_SEQ_CST);
      if (!destructor) continue;
      destructor(value);
      again = 1;
    }
  }
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= MAX_KEYS) return EINVAL;
  const unsigned generation = generation_of(key);
  if (generation % 2 == 0) return EINVAL;
  slots[key].value = (void *)value;
  slots[key].generation = generation;
  __mover_key_destructors = run_destructors;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) {
  if (key >= MAX_KEYS || !slots[key].value) return NULL;
  return generation_of(key) == slots[key].generation ? slots[key].value : NULL;
}
