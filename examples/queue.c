// A queue of one item between a producer and two consumers. The consumers check for an item with `if` where it takes a
// `while`: the one that is woken may find that the other was faster.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  if (items == 0) pthread_cond_wait(&changed, &lock);
  items--;
  assert(items >= 0);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *producer(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, consumer, 0);
  pthread_create(&threads[1], 0, consumer, 0);
  pthread_create(&threads[2], 0, producer, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
