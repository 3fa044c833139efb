/* A race also violates the discipline; both are reported. */
#include <pthread.h>

static int x;

static void *thread(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
