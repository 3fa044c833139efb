// [LPQR05], table 1, AlternatingBit: a sender and a receiver over lossy channels for data and acknowledgements, and an
// oracle, a lossless channel on which the sender announces each message. The sender repeats a message until it is
// acknowledged with the right bit; if there is no acknowledgement, it has timed out. A lossy channel loses messages
// nondeterministically, and every message that is sent while it is full.
//
// Expected: safe. In the paper 1,180 states (unsound), 1,180 (CPC), 1,349 (cycle detection).
// Sizes: CHANNEL_CAPACITY (2).
#include <assert.h>
#include <mover.h>
#include <pthread.h>

#include "channel.h"

enum { DATA = 1, ACKNOWLEDGEMENT, ORACLE };

static Channel data = CHANNEL_INITIALIZER, acknowledgements = CHANNEL_INITIALIZER, oracle = CHANNEL_INITIALIZER;

static void send_lossy(Channel *channel, int type, int bit, int body) {
  if (mover_choose(2)) channel_send_or_lose(channel, (Message){.type = type, .correlation = bit, .body = body});
}

static int is_acknowledged(int bit) {
  Message answer;
  if (!channel_poll(&acknowledgements, &answer)) return 0;
  assert(answer.type == ACKNOWLEDGEMENT);
  return answer.correlation == bit;
}

static void *sender(void *argument) {
  int bit = 0;
  while (1) {
    int body = mover_choose(2);
    channel_send(&oracle, (Message){.type = ORACLE, .body = body});
    do {
      send_lossy(&data, DATA, bit, body);
    } while (!is_acknowledged(bit));
    bit = !bit;
  }
  return 0;
}

static void *receiver(void *argument) {
  int expected = 0;
  while (1) {
    Message message = channel_receive(&data);
    assert(message.type == DATA);
    if (message.correlation == expected) {
      Message said = channel_receive(&oracle);
      assert(said.type == ORACLE && said.body == message.body);
      expected = !expected;
    }
    send_lossy(&acknowledgements, ACKNOWLEDGEMENT, message.correlation, 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, sender, 0);
  pthread_create(&threads[1], 0, receiver, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
