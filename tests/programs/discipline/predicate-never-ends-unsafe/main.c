#include <mover.h>
#include <pthread.h>

static int x;

static int forever(void) {
  for (volatile int i = 0;; i = 1 - i) {
  }
}

static void *thread(void *unused) { return unused; }

int main(void) {
  mover_exclusive(&x, forever);
  pthread_t one;
  pthread_create(&one, 0, thread, 0);
  pthread_join(one, 0);
  return 0;
}
