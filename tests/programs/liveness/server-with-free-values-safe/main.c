// A server adds values of all kinds under a lock, for ever. The other thread waits for the lock, but not for ever.
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;
static unsigned x, y;

static void *serve(void *arg) {
  sem_post(&ready);
  for (;;) {
    const unsigned n = mover_nondet_uint();
    pthread_mutex_lock(&m);
    x = n;
    y = ~n;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  y = ~0U;
  sem_init(&ready, 0, 0);
  pthread_create(&t, 0, serve, 0);
  sem_wait(&ready);
  pthread_mutex_lock(&m);
  assert(x == ~y);
  pthread_mutex_unlock(&m);
  return pthread_join(t, 0);
}
