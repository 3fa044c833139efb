#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, copy;

int main(void) {
  pthread_mutex_lock(&m);
  copy = m;
  pthread_mutex_lock(&copy); /* wrong */
}
