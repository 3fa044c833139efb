// The address is larger than any valid one: it is no null pointer, although the system reports address 0.
// expect: memory
// says: through an invalid pointer
#include <pthread.h>
static void *work(void *arg) {
  *(volatile long *)0x1234567812345678 = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
