// A protocol between two threads. A message consists of a nondeterministic integer of 32 bits, its length and a
// checksum, and passes through a slot that a mutex and a condition variable protect. The receiver checks the message
// and answers with the bitwise complement. With -DBUG the receiver inverts a bit of one of the 2^32 possible answers.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>

#ifndef MESSAGES
#define MESSAGES 2
#endif

unsigned __VERIFIER_nondet_uint(void);

typedef struct {
  unsigned data, checksum;
} Message;

enum { EMPTY, SENT, ANSWERED };

static Message slot;
static int state = EMPTY;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static unsigned checksum(unsigned data) { return (data >> 16) ^ (data & 0xffff) ^ (data << 7); }

static void wait_for(int wanted) {
  while (state != wanted) pthread_cond_wait(&changed, &lock);
}

static void now(int next) {
  state = next;
  pthread_cond_broadcast(&changed);
}

static void *receive(void *argument) {
  for (int i = 0; i < MESSAGES; i++) {
    pthread_mutex_lock(&lock);
    wait_for(SENT);
    assert(slot.checksum == checksum(slot.data));
    slot.data = ~slot.data;
#ifdef BUG
    if (slot.data == 0x12345678) slot.data ^= 1u << 31;
#endif
    slot.checksum = checksum(slot.data);
    now(ANSWERED);
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t receiver;
  pthread_create(&receiver, 0, receive, 0);
  for (int i = 0; i < MESSAGES; i++) {
    unsigned data = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&lock);
    slot = (Message){data, checksum(data)};
    now(SENT);
    wait_for(ANSWERED);
    assert(slot.data == ~data && slot.checksum == checksum(~data));
    now(EMPTY);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(receiver, 0);
  return 0;
}
