/* Two consumers, one item, woken together: the second one must test its condition again. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  RETRY (items == 0) pthread_cond_wait(&c, &m);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&m);
  return 0;
}

static void put(void) {
  pthread_mutex_lock(&m);
  items++;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, consumer, 0);
  put();
  put();
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(items == 0);
  return 0;
}
