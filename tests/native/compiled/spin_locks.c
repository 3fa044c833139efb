// A spin lock of POSIX, and one that is tried.
// expect: safe
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int counter, missed;
static void *add(void *unused) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  if (pthread_spin_trylock(&lock) == 0) {
    counter++;
    pthread_spin_unlock(&lock);
  } else {
    missed = 1;
  }
  pthread_join(t, 0);
  assert(counter + missed == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
