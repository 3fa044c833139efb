// Every request is answered with its own value. The explicit search tries some values, and the symbolic engine tries
// all of them. With -DBUG requests with some remainder are not answered, which no representative value has.
#include <mover.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static unsigned request, answer, full;
static void *server(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (!full) pthread_cond_wait(&c, &m);
#ifdef BUG
    if ((request ^ 0x5a5a) % 5000 != 4321) answer = request;
#else
    answer = request;
#endif
    full = 0;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  pthread_mutex_lock(&m);
  request = mover_nondet_uint();
  full = 1;
  pthread_cond_signal(&c);
  while (full) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
