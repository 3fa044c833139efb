// pthread_exit ends the locals of all functions of the thread.
// expect: memory
#include <pthread.h>
#include <stdatomic.h>
atomic_int *_Atomic p;
static void *other(void *arg) {
  atomic_int l = 1;
  p = &l;
  p = 0;
  pthread_exit(arg);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  atomic_int *q = p;
  if (q) *q = 2;
  pthread_join(t, 0);
}
