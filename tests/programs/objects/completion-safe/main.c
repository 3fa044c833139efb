/* A semaphore and a condition on the stack of the thread that waits for another one's work. */
#include <pthread.h>
#include <semaphore.h>

struct work {
  sem_t done;
  pthread_mutex_t m;
  pthread_cond_t c;
  int ready;
};

static void *worker(void *arg) {
  struct work *work = arg;
  pthread_mutex_lock(&work->m);
  work->ready = 1;
  pthread_cond_signal(&work->c);
  pthread_mutex_unlock(&work->m);
  sem_post(&work->done);
  return 0;
}

static pthread_t order(void) {
  struct work work = {.m = PTHREAD_MUTEX_INITIALIZER, .c = PTHREAD_COND_INITIALIZER};
  pthread_t a;
  sem_init(&work.done, 0, 0);
  pthread_create(&a, 0, worker, &work);
  pthread_mutex_lock(&work.m);
  while (!work.ready) pthread_cond_wait(&work.c, &work.m);
  pthread_mutex_unlock(&work.m);
  sem_wait(&work.done);
  sem_destroy(&work.done);
  pthread_cond_destroy(&work.c);
  pthread_mutex_destroy(&work.m);
  return a;
}

int main(void) {
  pthread_join(order(), 0);
  return 0;
}
