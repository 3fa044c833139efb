// main may take the first value of the semaphore. Then its write is not ordered after that of the thread, although the
// relaxed flag says that the thread has written.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t values;
static int data;
static atomic_int written;

static void *writer(void *arg) {
  (void)arg;
  data = 1;
  atomic_store_explicit(&written, 1, memory_order_relaxed);
  sem_post(&values);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&values, 0, 1);
  pthread_create(&t, 0, writer, 0);
  sem_wait(&values);
  if (atomic_load_explicit(&written, memory_order_relaxed)) data = 2;
  pthread_join(t, 0);
  return 0;
}
