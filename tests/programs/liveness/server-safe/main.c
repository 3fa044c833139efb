/* The loop of the server has no exit; main ends the program. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int requests;

static void *server(void *arg) {
  (void)arg;
  for (;;)
    if (requests > 0) --requests;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  ++requests;
  return 0;
}
