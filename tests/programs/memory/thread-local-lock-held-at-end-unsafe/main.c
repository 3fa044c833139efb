// Two threads publish a thread-local lock and end. A third thread may hold one of the locks when its thread ends, or use
// it later. Each end is reported at the return of its own thread.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t *_Atomic published;
static _Thread_local pthread_mutex_t lock;

static void *first(void *unused) {
  published = &lock;
  return unused;
}

static void *second(void *unused) {
  published = &lock;
  return unused;
}

static void *user(void *unused) {
  pthread_mutex_t *used = published;
  if (used == NULL) return unused;
  pthread_mutex_lock(used);
  pthread_mutex_unlock(used);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, user, NULL);
  pthread_create(&threads[1], NULL, first, NULL);
  pthread_create(&threads[2], NULL, second, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
