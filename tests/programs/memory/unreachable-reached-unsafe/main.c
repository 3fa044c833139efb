#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static int next(int now) {
  switch (now) {
    case 0: return 2;
    case 2: return 0;
  }
  __builtin_unreachable(); /* wrong */
}

static void *step(void *arg) {
  state = 1;
  state = 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, step, 0);
  int after = next(state);
  pthread_join(thread, 0);
  return after == 1;
}
