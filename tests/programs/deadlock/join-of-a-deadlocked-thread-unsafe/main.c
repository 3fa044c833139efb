/* A thread holds a lock that another thread waits for, and joins that thread. */
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *child(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}

static void *parent(void *arg) {
  pthread_t a;
  (void)arg;
  pthread_mutex_lock(&m);
  pthread_create(&a, 0, child, 0);
  pthread_join(a, 0);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, parent, 0);
  for (;;) sched_yield();
}
