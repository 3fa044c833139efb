/* Two members in one word. */
#include <assert.h>
#include <pthread.h>

static struct pair {
  int a, b;
} shared;

static void *worker(void *arg) {
  struct pair one = {1, 1};
  (void)arg;
  shared = one;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  struct pair mine = shared;
  assert(mine.a == mine.b);
  pthread_join(a, 0);
  return 0;
}
