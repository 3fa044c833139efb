#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    memset(&m, 0xff, sizeof m);
    pthread_mutex_init(&m, 0);
  }
}
