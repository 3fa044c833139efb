#include <pthread.h>
#include <stdatomic.h>

static atomic_int bits;

static void *store(void *arg) {
  bits = 32;
  bits = 3;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, store, 0);
  int x = 1 << bits; /* wrong */
  pthread_join(thread, 0);
  return x == 3;
}
