// The thread itself uses what its function has left behind: no other thread has anything to do with it.
#include <pthread.h>

static int *left;

__attribute__((noinline)) static void leave(void) {
  int local[4];
  local[0] = 1;
  left = local;
}

static void *run(void *argument) {
  (void)argument;
  leave();
  return (void *)(long)left[0];
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
