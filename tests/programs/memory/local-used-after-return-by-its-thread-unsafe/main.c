// The thread itself uses a local of a function that has returned: no other thread is involved.
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
