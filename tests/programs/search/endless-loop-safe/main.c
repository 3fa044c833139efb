/* A thread that loops for ever is no deadlock, and the search ends. */
#include <pthread.h>

static void *spin(void *arg) {
  (void)arg;
  for (;;) {
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, spin, 0);
  pthread_join(t, 0);
  return 0;
}
