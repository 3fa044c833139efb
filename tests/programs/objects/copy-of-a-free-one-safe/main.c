#include <pthread.h>
#include <semaphore.h>
#include <assert.h>

struct Counter { pthread_mutex_t m; sem_t s; int value; };
static struct Counter first = {.m = PTHREAD_MUTEX_INITIALIZER}, second;

static void *use(void *arg) {
  pthread_mutex_lock(&second.m);
  second.value++;
  pthread_mutex_unlock(&second.m);
  sem_post(&second.s);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&first.m);
  pthread_mutex_unlock(&first.m);
  sem_init(&first.s, 0, 1);
  second = first;
  pthread_create(&thread, 0, use, 0);
  use(0);
  for (int i = 0; i < 3; ++i) sem_wait(&second.s);
  pthread_join(thread, 0);
  assert(second.value == 2);
}
