// The divisor is zero until the other thread has set it.
// expect: memory
#include <pthread.h>
#include <stdatomic.h>
static atomic_int divisor;
static volatile int result;
static void *set(void *unused) {
  atomic_store(&divisor, 3);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  result = 12 / atomic_load(&divisor);
  pthread_join(t, 0);
  return 0;
}
