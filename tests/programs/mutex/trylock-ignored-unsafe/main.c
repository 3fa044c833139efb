/* The result of trylock is ignored. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  int got = pthread_mutex_trylock(&m) == 0;
  x = *(int *)arg; /* wrong */
  if (got) pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t a, b;
  pthread_create(&a, 0, worker, &one);
  pthread_create(&b, 0, worker, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
