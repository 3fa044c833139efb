/* The C library writes the key, for the first thread. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void make(void) { pthread_key_create(&key, 0); }

static void *worker(void *unused) {
  pthread_once(&once, make);
  pthread_setspecific(key, &key);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
