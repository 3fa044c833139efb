/* One slot, two items, one producer and one consumer. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slot, used;

static void *producer(void *arg) {
  (void)arg;
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&m);
    while (used) pthread_cond_wait(&not_full, &m);
    slot = i;
    used = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&m);
    while (!used) pthread_cond_wait(&not_empty, &m);
    assert(slot == i);
    used = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, 0);
  return 0;
}
