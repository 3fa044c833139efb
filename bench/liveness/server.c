// A server answers the requests of two clients in an endless loop, and marks progress with each answer. With -DBUG the
// clients share one word for their requests. Then a request may be overwritten, so that its client waits for ever.
//
// Expected: safe under weak fairness; -DBUG: a livelock.
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar request[2], answer[2];

static void await(atomic_uchar *word) {
  while (!*word) {
  }
}

static void *client(void *arg) {
  const int me = arg != 0;
  for (;;) {
#ifndef BUG
    request[me] = 1;
#else
    request[0] = me + 1;
#endif
    await(&answer[me]);
    answer[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, client, i == 0 ? 0 : &t);
  for (int next = 0;; next = 1 - next) {
#ifndef BUG
    if (!atomic_exchange(&request[next], 0)) continue;
    answer[next] = 1;
#else
    const unsigned char from = atomic_exchange(&request[0], 0);
    if (from == 0) continue;
    answer[from - 1] = 1;
#endif
    mover_progress("answer");
  }
}
