/* A function leaves the address of a variable; the same thread uses the object after the return. */
#include <pthread.h>
#include <semaphore.h>

static TYPE *kept;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void initialise(void) {}

static void leave(void) {
  TYPE object INITIALLY;
  kept = &object;
  FIRST;
}

static void use(TYPE *object) { USE; }

static void *thread(void *unused) {
  leave();
#ifdef AT_ONCE
  TYPE *object = kept;
  USE;
#else
  use(kept);
#endif
  (void)mutex;
  (void)initialise;
  return unused;
}

static void *other(void *unused) { return unused; }

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, other, 0);
  pthread_create(&threads[1], 0, thread, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
