/* Both threads inside at the same time: readers can be, writers cannot. */
#include <pthread.h>

static pthread_rwlock_t lock;
static pthread_barrier_t both;

static void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_wrlock(&lock);
  pthread_barrier_wait(&both);
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&lock, 0);
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
