/* The twin of destroy-in-use-unsafe: join first. Initialising again makes it usable again. */
#include <pthread.h>

static pthread_mutex_t m;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    pthread_mutex_destroy(&m);
  }
  return 0;
}
