/* Both accesses are at the same line, with different callers. */
#include <pthread.h>

static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void set(int n) { count = n; }

static void set_locked(int n) {
  pthread_mutex_lock(&mu);
  set(n);
  pthread_mutex_unlock(&mu);
}

static void *careful(void *arg) {
  (void)arg;
  set_locked(1);
  return 0;
}

static void *hasty(void *arg) {
  (void)arg;
  set(2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, careful, 0);
  pthread_create(&b, 0, hasty, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
