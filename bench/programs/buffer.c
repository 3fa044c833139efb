// A bounded buffer of SLOTS slots between 2 producers and 2 consumers, ITEMS items in all, with a mutex and two
// condition variables. The assertion compares the sums of produced and consumed items.
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 10
#endif
#ifndef SLOTS
#define SLOTS 6
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slots[SLOTS];
static int count, put_at, get_at;
static int sum;

static void *producer(void *argument) {
  int item = (int)(long)argument;
  for (int i = 0; i < ITEMS / 2; i++) {
    pthread_mutex_lock(&mutex);
    while (count == SLOTS) pthread_cond_wait(&not_full, &mutex);
    slots[put_at] = item;
    put_at = (put_at + 1) % SLOTS;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

static void *consumer(void *argument) {
  for (int i = 0; i < ITEMS / 2; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&not_empty, &mutex);
    sum += slots[get_at];
    get_at = (get_at + 1) % SLOTS;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], 0, producer, (void *)1);
  pthread_create(&threads[1], 0, producer, (void *)2);
  pthread_create(&threads[2], 0, consumer, 0);
  pthread_create(&threads[3], 0, consumer, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(sum == ITEMS / 2 * 3);
  return 0;
}
