/* A thread has ended while it holds the lock, which no other thread may unlock. */
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  return 0;
}

static void *other(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, other, 0);
  for (;;) sched_yield();
}
