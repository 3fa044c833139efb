// [STO02], figure 4, HaltException: a producer and a consumer around a buffer, which is a monitor: one mutex and one
// condition, as in a Java object. The producer puts ITEMS pairs (i, i * i) and halts the buffer; the consumer takes
// items until get reports that the buffer was halted (the original throws an exception). With -DBUG=1 put reads the
// buffer once more after it has unlocked the mutex; with -DBUG=2 halt does not wake the consumer.
//
// Expected: safe; -DBUG=1: a race; -DBUG=2: a deadlock. In the paper 201,688 states, or 788 with reduction.
// Sizes: ITEMS (10), CAPACITY (6).
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 10
#endif
#ifndef CAPACITY
#define CAPACITY 6
#endif
#ifndef BUG
#define BUG 0
#endif

typedef struct {
  int number;
  int square;
} Item;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static Item slots[CAPACITY];
static int put_at, get_at, used, halted;

static Item received[ITEMS];
static int received_count;

static void put(Item item) {
  pthread_mutex_lock(&mutex);
  while (used == CAPACITY) pthread_cond_wait(&changed, &mutex);
  slots[put_at] = item;
  put_at = (put_at + 1) % CAPACITY;
  used++;
  if (BUG == 1) pthread_mutex_unlock(&mutex);
  if (used == 1) pthread_cond_broadcast(&changed);
  if (BUG != 1) pthread_mutex_unlock(&mutex);
}

// Returns 0 if the buffer is empty and will remain so.
static int get(Item *item) {
  pthread_mutex_lock(&mutex);
  while (used == 0 && !halted) pthread_cond_wait(&changed, &mutex);
  if (used == 0) {
    pthread_mutex_unlock(&mutex);
    return 0;
  }
  *item = slots[get_at];
  get_at = (get_at + 1) % CAPACITY;
  used--;
  if (used == CAPACITY - 1) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return 1;
}

static void halt(void) {
  pthread_mutex_lock(&mutex);
  halted = 1;
  if (BUG != 2) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

static void *producer(void *argument) {
  for (int i = 0; i < ITEMS; i++) put((Item){i, i * i});
  halt();
  return 0;
}

static void *consumer(void *argument) {
  Item item;
  while (get(&item)) received[received_count++] = item;
  assert(received_count == ITEMS);
  for (int i = 0; i < ITEMS; i++) assert(received[i].number == i && received[i].square == i * i);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, producer, 0);
  pthread_create(&threads[1], 0, consumer, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
