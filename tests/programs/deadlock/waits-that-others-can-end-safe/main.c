/* Threads wait for a semaphore, a condition, a timed lock while main continues: none is deadlocked. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *posted(void *arg) {
  (void)arg;
  pthread_mutex_lock(&n);
  sem_wait(&s);
  pthread_mutex_unlock(&n);
  return 0;
}

static void *signalled(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}

static void *timed(void *arg) {
  struct timespec now = {1, 0};
  (void)arg;
  if (pthread_mutex_timedlock(&n, &now) == 0) pthread_mutex_unlock(&n);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, posted, 0);
  pthread_create(&t, 0, signalled, 0);
  pthread_create(&t, 0, timed, 0);
  for (int i = 0; i < 2; i++) sched_yield();
  return 0;
}
