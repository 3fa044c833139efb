// A thread-local variable ends with its thread.
// expect: memory
// says: a thread-local variable after its thread has ended
#include <pthread.h>
#include <stdatomic.h>
_Thread_local atomic_int l;
atomic_int *_Atomic p;
static void *other(void *arg) {
  p = &l;
  p = 0;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  atomic_int *q = p;
  if (q) *q = 2;
  pthread_join(t, 0);
}
