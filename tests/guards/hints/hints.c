// Variables that are protected by something other than a lock: there is nothing to annotate.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;
static int results[2], config = 4, racy;

static void *work(void *which) {
  results[which != 0] = config;
  racy++;
  done++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &config);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return results[0] + racy;
}
