// The address of a local is withdrawn before its function returns; a thread that has read it before uses it later.
// expect: memory
#include <pthread.h>
#include <stdatomic.h>
atomic_int *_Atomic p;
static void *owner(void *arg) {
  atomic_int l = 5;
  p = &l;
  p = 0;
  return arg;
}
static void *user(void *arg) {
  atomic_int *q = p;
  if (q) *q = 1;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
