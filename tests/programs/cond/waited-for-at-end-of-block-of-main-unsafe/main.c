#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int waits;
static void *wait(void *c) {
  pthread_mutex_lock(&m);
  waits = 1;
  pthread_cond_wait(c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  {
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_t t;
    pthread_create(&t, 0, wait, &c);
    for (int seen = 0; !seen;) {
      pthread_mutex_lock(&m);
      seen = waits;
      pthread_mutex_unlock(&m);
    }
  }
  return 0;
}
