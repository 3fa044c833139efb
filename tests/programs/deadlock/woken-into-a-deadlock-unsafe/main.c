/* The woken waiter reacquires its mutex, whose holder waits for the waiter's other lock. */
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, waits;

static void *waiter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&m);
  waits = 1;
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&other);
  return 0;
}

static void *holder(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  if (waits) {
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
  }
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, holder, 0);
  for (;;) sched_yield();
}
