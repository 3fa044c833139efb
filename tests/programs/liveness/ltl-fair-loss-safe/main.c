/* Alternating bit: if the channel does not lose all messages from some point on, both bits are received infinitely
   often. If all messages may be lost, some are never received. */
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

/* One message or acknowledgement in each direction; 2: none. The channel may lose a message. */
static atomic_uchar message = 2, acknowledgement = 2;
static atomic_uchar kept, received;

static int is_kept(void) {
  kept = mover_choose(2);
  return kept;
}

static void *receiver(void *arg) {
  for (;;) {
    const unsigned char got = atomic_exchange(&message, 2);
    if (got == 2) continue;
    received = got;
    acknowledgement = got;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, receiver, 0);
  for (unsigned char bit = 1;; bit ^= 1) {
    do {
      if (is_kept()) message = bit;
    } while (acknowledgement != bit);
  }
}
