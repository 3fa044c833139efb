/* The server always leaves the inner loop, within one step. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int requests;

static void *server(void *arg) {
  (void)arg;
  for (;;) {
    while (requests == 1) {
    }
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  pthread_join(t, 0);
  return 0;
}
