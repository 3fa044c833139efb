// Each round of the wait increments a counter that nothing depends on, so the state space is finite.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;

static void *setter(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned rounds = 0;
  pthread_create(&thread, 0, setter, 0);
  while (!atomic_load(&flag)) {
    rounds++;
    sched_yield();
  }
  pthread_join(thread, 0);
}
