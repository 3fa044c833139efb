// The waiting thread says, with the mutex, that it has returned from its wait. Then main frees the condition variable.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *condition;
static pthread_cond_t returned = PTHREAD_COND_INITIALIZER;
static int ready, has_returned;

static void *wait_for(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(condition, &mutex);
  has_returned = 1;
  pthread_cond_signal(&returned);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  condition = malloc(sizeof *condition);
  pthread_cond_init(condition, 0);
  pthread_t thread;
  pthread_create(&thread, 0, wait_for, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(condition);
  while (!has_returned) pthread_cond_wait(&returned, &mutex);
  free(condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
