#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *use(void *arg) {
  pthread_cond_signal(&c);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  ((char *)&c)[40] = 0;
  pthread_join(thread, 0);
}
