// An array of variable length ends with its block, a parameter with its function.
// expect: memory
#include <pthread.h>
#include <stdatomic.h>
struct S { int a[10]; };
int *_Atomic p;
static void takes(struct S s) { p = &s.a[9]; }
static void *other(void *arg) {
  for (int n = 3; n < 4; ++n) {
    int l[n];
    l[1] = 0;
    p = &l[1];
  }
  struct S s = {{0}};
  takes(s);
  p = 0;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int *q = p;
  if (q) *q = 2;
  pthread_join(t, 0);
}
