#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int data;

static void *producer(void *arg) {
  (void)arg;
  data = 1;
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, producer, 0);
  sem_wait(&done);
  assert(data == 1);
  pthread_join(t, 0);
  return 0;
}
