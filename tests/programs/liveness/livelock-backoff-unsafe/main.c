/* Two threads lock two mutexes in opposite order, and back off if the second one is held. */
#include <pthread.h>
#include <sched.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int c;

static void *first(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (!pthread_mutex_trylock(&n)) break;
    pthread_mutex_unlock(&m);
    sched_yield();
  }
  c++;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return arg;
}

static void *second(void *arg) {
  for (;;) {
    pthread_mutex_lock(&n);
    if (!pthread_mutex_trylock(&m)) break;
    pthread_mutex_unlock(&n);
    sched_yield();
  }
  c++;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
