// Two workers answer requests in endless loops. With -DBUG a worker tests for requests before it acquires the mutex,
// and may miss a wake-up.
//
// Expected: G (requests > 0 -> F requests == 0) holds; -DBUG: a request is never answered.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER, answered = PTHREAD_COND_INITIALIZER;
static volatile int requests;

static void *worker(void *arg) {
  for (;;) {
#ifdef BUG
    const int none = requests == 0;
    pthread_mutex_lock(&mutex);
    if (none) pthread_cond_wait(&condition, &mutex);
#else
    pthread_mutex_lock(&mutex);
    while (requests == 0) pthread_cond_wait(&condition, &mutex);
#endif
    if (requests > 0) requests--;
    pthread_cond_signal(&answered);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (;;) {
    pthread_mutex_lock(&mutex);
    requests++;
    pthread_cond_signal(&condition);
    while (requests > 0) pthread_cond_wait(&answered, &mutex);
    pthread_mutex_unlock(&mutex);
  }
}
