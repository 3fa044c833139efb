// The number of rounds matters: the wait gives up after three.
#include <assert.h>
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
  while (!atomic_load(&flag) && rounds < 3) {
    rounds++;
    sched_yield();
  }
  assert(rounds < 3);
  pthread_join(thread, 0);
}
