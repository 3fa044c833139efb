// A spin lock made of an atomic flag, which is released too early. States are revisited while a thread waits for the lock,
// and the race follows later.
// expect: race
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int shared;
static void *worker(void *unused) {
  for (int i = 0; i < 2; i++) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
    int seen = shared;
    atomic_flag_clear_explicit(&lock, memory_order_release);
    if (i == 1) shared = seen + 1;
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
