/* A thread that holds the read side acquires the write side: it waits for itself. */
#include <pthread.h>
#include <sched.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_wrlock(&l);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  for (;;) sched_yield();
}
