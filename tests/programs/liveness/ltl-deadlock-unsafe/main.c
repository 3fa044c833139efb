/* All threads are blocked: the answer never comes. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request, answer;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *server(void *arg) {
  pthread_mutex_lock(&m);
  answer = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, server, 0);
  request = 1;
  pthread_join(t, 0);
  return 0;
}
