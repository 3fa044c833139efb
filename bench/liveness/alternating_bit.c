// The alternating-bit protocol on a channel that may lose messages. The formula assumes that the channel does not lose
// all of them. With -DBUG the sender sends each message only once.
//
// Expected: (G F kept) -> (G F received == 1) holds; -DBUG: the receiver waits for ever.
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

// One message or acknowledgement in each direction; 2: none.
static atomic_uchar message = 2, acknowledgement = 2;
static atomic_uchar kept, received;

static void send(unsigned char bit) {
  kept = mover_choose(2);
  if (kept) message = bit;
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
#ifdef BUG
    send(bit);
    while (acknowledgement != bit) kept ^= 1;
#else
    do {
      send(bit);
    } while (acknowledgement != bit);
#endif
  }
}
