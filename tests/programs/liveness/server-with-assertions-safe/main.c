/* A failed assertion and exit() are no exits of a loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int requests;

static void *server(void *arg) {
  (void)arg;
  for (;;) {
    int n = requests;
    assert(n >= 0);
    if (n > 10) exit(1);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  pthread_join(t, 0);
  return 0;
}
