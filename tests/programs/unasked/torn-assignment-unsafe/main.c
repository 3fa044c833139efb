/* Races are not checked: a struct is still copied word by word. */
#include <assert.h>
#include <pthread.h>

static struct triple {
  long a, b, c;
} shared;

static void *worker(void *arg) {
  struct triple one = {1, 1, 1};
  (void)arg;
  shared = one;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  struct triple mine = shared;
  assert(mine.a == mine.c);
  pthread_join(a, 0);
  return 0;
}
