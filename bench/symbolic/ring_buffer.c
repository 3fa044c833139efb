// A ring buffer without locks, with one producer and one consumer in endless loops. The indices are counters of 32 bits
// that wrap around, and the consumer checks that the items arrive in order. With -DBUG the producer uses one slot too
// many.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2u
#ifdef BUG
#define CAPACITY (SLOTS + 1)
#else
#define CAPACITY SLOTS
#endif

static atomic_uint slots[SLOTS], head, tail;

static void *produce(void *argument) {
  for (unsigned item = 0;; item++) {
    while (tail - head == CAPACITY) {
    }
    slots[tail % SLOTS] = item;
    tail++;
  }
  return argument;
}

static void *consume(void *argument) {
  for (unsigned item = 0;; item++) {
    while (tail == head) {
    }
    assert(slots[head % SLOTS] == item);
    head++;
  }
  return argument;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, 0, produce, 0);
  pthread_create(&consumer, 0, consume, 0);
  pthread_join(producer, 0);
  pthread_join(consumer, 0);
  return 0;
}
