/* main initialises an object again, in a critical section that the thread that uses it does not have. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static TYPE object;

static void *use(void *unused) {
  USE;
  return unused;
}

int main(void) {
  pthread_t thread;
  INITIALISE;
  pthread_create(&thread, 0, use, 0);
  pthread_mutex_lock(&mutex);
  INITIALISE;
  pthread_mutex_unlock(&mutex);
  AFTERWARDS;
  pthread_join(thread, 0);
  return 0;
}
