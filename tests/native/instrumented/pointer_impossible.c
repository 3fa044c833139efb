// No address is that large: it is no null pointer, though the system says so.
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
