/* No thread writes x while both run. */
#include <pthread.h>

static int x, seen[2];

static void *first(void *arg) {
  (void)arg;
  seen[0] = x;
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  seen[1] = x;
  return 0;
}

int main(void) {
  pthread_t a, b;
  x = 1;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
