// The woken thread may still be inside pthread_cond_wait when main frees the condition variable. In between, main
// increments the counter before or after the thread does.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *condition;
static int ready;
static atomic_int counter;

static void *wait_for(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  counter++;
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
  pthread_cond_signal(mine);
  pthread_mutex_unlock(&mutex);
  counter++;
  free(mine);
  pthread_join(thread, 0);
}
