/* Each request gets its answer, for all requests of 32 bits. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static unsigned request, answer;
static atomic_int full;

static void *server(void *arg) {
  (void)arg;
  for (;;) {
    while (!full) {
    }
    answer = request;
    full = 0;
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  for (;;) {
    request = mover_nondet_uint();
    full = 1;
    while (full) {
    }
  }
}
