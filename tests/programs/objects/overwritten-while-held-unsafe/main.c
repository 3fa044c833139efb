#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int state;

static void *use(void *arg) {
  pthread_mutex_lock(&m);
  state = 1;
  while (state != 2) {
  }
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  while (state != 1) {
  }
  pthread_mutex_t made = PTHREAD_MUTEX_INITIALIZER;
  m = made; /* wrong */
  state = 2;
  pthread_join(thread, 0);
}
