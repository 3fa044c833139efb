/* main returns 0 or 256, which is exit code 0 for the parent process. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int winner;

static void *store(void *value) {
  atomic_store(&winner, (int)(long)value);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, store, (void *)0);
  pthread_create(&two, 0, store, (void *)256);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return winner;
}
