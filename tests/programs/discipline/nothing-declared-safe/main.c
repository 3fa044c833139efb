/* No predicate, and no violation of the locking discipline: main is the only thread when it reads. */
#include <pthread.h>

static int x;

static void *thread(void *unused) {
  ++x;
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, thread, 0);
  pthread_join(one, 0);
  return x - 1;
}
