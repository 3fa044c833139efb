/* Both branches continue, and neither has a race. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static int *flag;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  x = *flag ? 1 : 2;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a;
  flag = malloc(sizeof *flag);
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&m);
  x = 3;
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  free(flag);
  return 0;
}
