// The same, but the function waits until the other thread has finished.
// expect: safe
#include <pthread.h>
#include <stdatomic.h>
atomic_int *_Atomic p;
atomic_int done;
static void *owner(void *arg) {
  atomic_int l = 5;
  p = &l;
  while (!done) {
  }
  return arg;
}
static void *user(void *arg) {
  atomic_int *q = p;
  if (q) *q = 1;
  done = 1;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
