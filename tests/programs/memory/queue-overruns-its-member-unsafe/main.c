// A thread fills a queue by one element too many, which overwrites the flag behind the queue.
#include <assert.h>
#include <pthread.h>

static struct {
  int items[2];
  int closed;
} queue;
static int used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *item) {
  pthread_mutex_lock(&lock);
  if (used <= 2 - GUARD) queue.items[used++] = (int)(long)item;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, put, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
