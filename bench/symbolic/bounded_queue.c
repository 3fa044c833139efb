// A bounded queue with a mutex and two condition variables: one producer, one consumer, ITEMS items, SLOTS slots. The
// consumer checks that the items arrive in order. With -DBUG the producer does not wait while the queue is full. With
// -DENDLESS both loops are endless, and the numbers of the items wrap around.
//
// Expected: safe; -DBUG: the assertion fails.
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 5
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#ifdef ENDLESS
#define MORE(item) 1
#else
#define MORE(item) ((item) < ITEMS)
#endif

static unsigned slots[SLOTS], head, tail, size;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static void put(unsigned item) {
  pthread_mutex_lock(&lock);
#ifndef BUG
  while (size == SLOTS) pthread_cond_wait(&not_full, &lock);
#endif
  slots[tail] = item;
  tail = (tail + 1) % SLOTS;
  size++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static unsigned get(void) {
  pthread_mutex_lock(&lock);
  while (size == 0) pthread_cond_wait(&not_empty, &lock);
  unsigned item = slots[head];
  head = (head + 1) % SLOTS;
  size--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *produce(void *argument) {
  for (unsigned item = 0; MORE(item); item++) put(item);
  return argument;
}

static void *consume(void *argument) {
  for (unsigned item = 0; MORE(item); item++) assert(get() == item);
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
