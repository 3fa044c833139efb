/* One request of 2^32 gets no answer. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint request, answer;

static void *server(void *arg) {
  (void)arg;
  for (;;) {
    unsigned wanted = request;
    if (wanted != answer && wanted * 3 != 370370369u) answer = wanted;
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  for (;;) {
    unsigned x = mover_nondet_uint();
    request = x;
    while (answer != x) {
    }
  }
}
