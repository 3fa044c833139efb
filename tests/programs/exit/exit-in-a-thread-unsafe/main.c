/* Both threads end the program. No other action depends on which one does. */
#include <pthread.h>
#include <stdlib.h>

static void *fails(void *unused) {
  exit(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fails, 0);
  return 0;
}
