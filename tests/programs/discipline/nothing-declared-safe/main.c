/* No predicate, and nothing that breaks the locking discipline: main is alone when it looks. */
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
