// All accesses to `total` but one hold the lock.
#include <pthread.h>

static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static int total, sum[2], limit = 10;

static void *add(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mu);
  if (total < limit) total++;
  sum[0]++;
  sum[1] += 2;
  pthread_mutex_unlock(&mu);
  return 0;
}

static void *watch(void *unused) {
  (void)unused;
  return total > 1 ? (void *)1 : 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_create(&c, 0, watch, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return total - sum[0];
}
