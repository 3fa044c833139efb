// A thread spins, without ever yielding, for a flag that another thread sets.
// expect: safe
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *set(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  while (!atomic_load(&flag)) {
  }
  pthread_join(t, 0);
  return 0;
}
