/* Bytes 0-3 and 3-6 have one byte in common. */
#include <pthread.h>
#include <string.h>

static char bytes[8];

static void *first(void *arg) {
  (void)arg;
  memset(bytes, 1, 4);
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  memset(bytes + 3, 2, 4);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
