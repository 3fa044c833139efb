/* The thread releases the mutex in each iteration, so the loop can always end later. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *polls(void *arg) {
  (void)arg;
  for (int seen = 0; !seen;) {
    pthread_mutex_lock(&m);
    seen = done;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, polls, 0);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
