// pthread_cond_destroy waits until the woken thread has left the condition variable, so its memory may be freed.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *condition;
static int ready;

static void *wait_for(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  condition = malloc(sizeof *condition);
  pthread_cond_init(condition, 0);
  pthread_cond_t *mine = condition;
  pthread_t thread;
  pthread_create(&thread, 0, wait_for, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(mine);
  pthread_mutex_unlock(&mutex);
  pthread_cond_destroy(mine);
  free(mine);
  pthread_join(thread, 0);
}
