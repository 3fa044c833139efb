/* Two hand-made spin locks, acquired in the same order. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag a = ATOMIC_FLAG_INIT, b = ATOMIC_FLAG_INIT;

static void lock(atomic_flag *lock) {
  while (atomic_flag_test_and_set(lock)) {
  }
}

static void *worker(void *arg) {
  (void)arg;
  lock(&a);
  lock(&b);
  atomic_flag_clear(&b);
  atomic_flag_clear(&a);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  lock(&a);
  lock(&b);
  atomic_flag_clear(&b);
  atomic_flag_clear(&a);
  pthread_join(t, 0);
  return 0;
}
