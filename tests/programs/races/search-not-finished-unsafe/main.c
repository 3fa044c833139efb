/* There are too many interleavings to explore all of them after the first race. */
#include <pthread.h>

static int a, b, c, d, e, f;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 10; i++) {
    a++;
    b++;
    c++;
    d++;
    e++;
    f++;
  }
  return 0;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
