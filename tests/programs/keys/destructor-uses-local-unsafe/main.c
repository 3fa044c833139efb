/* The value of the key is a local of a function that has returned. */
#include <pthread.h>

static pthread_key_t key;
static int seen;

static void destroy(void *value) { seen = *(int *)value; }

static void *worker(void *arg) {
  int local = 3;
  (void)arg;
  pthread_setspecific(key, &local);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, destroy);
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
