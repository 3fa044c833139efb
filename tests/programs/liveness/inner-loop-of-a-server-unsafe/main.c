/* The outer loop has no exit, but the thread stays in the inner one, which has an exit. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int requests, served;

static void *server(void *arg) {
  (void)arg;
  for (;;) {
    served = 0;
    while (requests == 0) {
    }
    served = 1;
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  pthread_join(t, 0);
  return 0;
}
