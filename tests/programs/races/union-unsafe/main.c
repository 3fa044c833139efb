/* The byte is part of the word. */
#include <pthread.h>

static union {
  int word;
  unsigned char bytes[4];
} u;
static int seen;

static void *first(void *arg) {
  (void)arg;
  u.word = 1;
  return 0;
}

static void *second(void *arg) {
  (void)arg;
  seen = u.bytes[3];
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
