// A local ends because longjmp leaves its function.
// expect: memory
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
atomic_int *_Atomic p;
static jmp_buf back;
static void leave(void) {
  atomic_int l = 1;
  p = &l;
  longjmp(back, 1);
}
static void *other(void *arg) {
  if (setjmp(back) == 0) leave();
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
