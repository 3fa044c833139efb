/* A lock that is held when the process ends blocks no thread; blocks that end before hold none. */
#include <pthread.h>
int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&inner);
    pthread_mutex_unlock(&inner);
  }
  pthread_mutex_lock(&m);
  return 0;
}
