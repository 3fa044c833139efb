/* A client makes requests for ever. Under weak fairness the server may never get the mutex. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int q, a_;

static void *server(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (!q)
      pthread_cond_wait(&c, &m);
    q = 0;
    a_ = !a_;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, server, 0);
  for (;;) {
    pthread_mutex_lock(&m);
    q = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
}
