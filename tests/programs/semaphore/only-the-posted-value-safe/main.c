// main takes the value that the thread has posted, so its write is ordered after that of the thread.
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
  sem_init(&values, 0, 0);
  pthread_create(&t, 0, writer, 0);
  sem_wait(&values);
  if (atomic_load_explicit(&written, memory_order_relaxed)) data = 2;
  pthread_join(t, 0);
  return 0;
}
